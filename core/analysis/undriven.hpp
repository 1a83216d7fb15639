// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// The error that motions leave `freedom` degrees of freedom, with the joints that could be driven.
/// @param bodies poses of the start
Diagnostic undriven(const Model& model, const std::vector<BodyState>& bodies, int freedom);
/// The same of motions that stand for actuated joints, see `actuated`.
Diagnostic unactuated(const Model& model, const std::vector<BodyState>& bodies, int freedom);

}  // namespace momentree
