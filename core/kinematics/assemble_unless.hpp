// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// Like `assemble`, for models that take long: `stopped` is called between the steps of Newton's
/// method and before ranks are computed. When it returns true, the result is an error that says so.
Result<InitialState> assembleUnless(const std::function<bool()>& stopped, const Model& model,
                                    AssemblyReport* report = nullptr);

}  // namespace momentree
