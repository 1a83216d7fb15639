// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// The parts of a model that belong to closed loops; all others are attached to them as trees.
struct LoopParts {
    std::vector<int> bodies;       ///< indices into Model::bodies, ascending
    std::vector<int> joints;       ///< into Model::joints, ascending
    std::vector<int> constraints;  ///< into Model::constraints, ascending; also of motions
};
LoopParts loopParts(const Model& model);

}  // namespace momentree
