// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// An error for models with controllers that have states, an integral or a filter, which analyses
/// without a run do not know.
Result<void> refuseControllerStates(const Model& model);

}  // namespace momentree
