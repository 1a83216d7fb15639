// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/batch/lane_group.hpp"

namespace momentree {

/// A group of eight states in registers of eight numbers, which only processors with AVX-512 have;
/// null if the compiler does not know such registers.
/// @param models eight, as for `RegisterGroup`
/// @param size of a state
std::unique_ptr<LaneGroup> makeWideGroup(std::span<const Model* const> models, int size);

}  // namespace momentree
