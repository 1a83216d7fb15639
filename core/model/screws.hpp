// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// The screw joint whose angle and displacement a coupling connects, -1 if it is one of the
/// description or -1.
inline int screwOf(const Model& model, int coupling) {
    if (coupling < 0) return -1;
    const CouplingElement& element = model.couplings[static_cast<std::size_t>(coupling)];
    return element.described < 0 ? element.joints.front() : -1;
}

}  // namespace momentree
