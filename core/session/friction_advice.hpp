// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// A warning for each friction by reactions whose normal force at the start has many values,
/// because joints are redundant.
void adviseForReactions(const Model& model, const InitialState& initial, Diagnostics& warnings);

}  // namespace momentree
