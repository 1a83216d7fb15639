// SPDX-License-Identifier: Apache-2.0
// Friction without a speed of its own: it holds a joint at rest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// Whether friction holds up to its breakaway at rest.
bool sticks(const Friction& friction);
/// The loads with friction that sticks, as indices into Model::axialLoads.
std::vector<int> stickingLoads(const Model& model);
/// The first one, null if there is none.
const AxialLoad* firstSticking(const Model& model);
/// Whether runs of the model have instants at which velocities or constraints change: impacts at
/// stops, or friction that sticks.
bool hasEvents(const Model& model);

/// The side of 0 on which the rate of a joint with such friction is, where events tell that and not
/// its sign: a rate of rounding errors must not turn friction round.
enum class Slipping : std::uint8_t { OfRate, Forward, Backward, Sticks };
/// Friction on that side; none while it sticks, where a constraint acts for it.
void setSide(Friction& friction, Slipping side);

}  // namespace momentree
