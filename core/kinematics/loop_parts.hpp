// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// What of a model is part of a closed loop; the rest hangs on it like a tree.
struct LoopParts {
    std::vector<int> bodies;       ///< indices into Model::bodies, ascending
    std::vector<int> joints;       ///< into Model::joints, ascending
    std::vector<int> constraints;  ///< into Model::constraints, ascending; of motions too
};
LoopParts loopParts(const Model& model);

}  // namespace momentree
