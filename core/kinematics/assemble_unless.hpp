// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// As `assemble`, for models that take long: `stopped` is asked between the steps of Newton's
/// method and before the ranks are looked at. Once it is true the work is given up, which is told
/// as an error.
Result<InitialState> assembleUnless(const std::function<bool()>& stopped, const Model& model,
                                    AssemblyReport* report = nullptr);

}  // namespace momentree
