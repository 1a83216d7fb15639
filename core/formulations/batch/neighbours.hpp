// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"
#include "core/stepping/systems_beside.hpp"

namespace momentree {

/// As many as there are in lanes.
inline constexpr std::size_t neighbourCount = 4;

/// Whether neighbours of a model can be in lanes: formulation `naudet` on one thread in double
/// precision, without states of controllers, and closures other than those of `LaneConstraint`.
bool suitsNeighbours(const Model& model, const RunSpec& spec);

/// The formulation `naudet` for `neighbourCount` models that differ little in numbers, each in a
/// lane of the processor's registers, with closed loops. The first one decides for all: which
/// multipliers are pivots, how often a state is moved back onto its closures, whether a pose is
/// singular. So the states are smooth functions of what the models differ in. The state has the
/// entries of all models side by side.
/// @return null if models are not built alike
std::unique_ptr<SystemsBeside> makeNeighbours(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec);

}  // namespace momentree
