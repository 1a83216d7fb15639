// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// Like `assemble`, but cancellable: `stopped` is called between Newton steps and before ranks are
/// computed. If it returns true, the result is an error.
Result<InitialState> assembleUnless(const std::function<bool()>& stopped, const Model& model,
                                    AssemblyReport* report = nullptr);

}  // namespace momentree
