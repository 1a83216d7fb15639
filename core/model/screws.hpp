// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// The screw joint whose angle and displacement a coupling connects, -1 if it is one of the
/// description or -1.
inline int screwOf(const Model& model, int coupling) {
    const auto described = static_cast<int>(model.description.couplings.size());
    if (coupling < described) return -1;
    return model.couplings[static_cast<std::size_t>(coupling)].joints.front();
}

}  // namespace momentree
