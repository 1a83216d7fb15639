// SPDX-License-Identifier: Apache-2.0
// Friction without a speed of its own, which holds a joint at rest, and loads that act on one side:
// what changes at events.
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
/// `AxialLoad::side` of a limit that does not push, even beyond it, while events tell that and not
/// the coordinate and its rate. What its spring has stored still follows from the coordinate.
constexpr int sideApart(int side) { return 2 * side; }
constexpr bool isApart(int side) { return side == 2 || side == -2; }
/// The same of the teeth of a coupling, which a negative backlash says.
inline void setApart(ElasticCoupling& coupling, double backlash) { coupling.backlash = -backlash; }
inline bool isApart(const ElasticCoupling& coupling) { return coupling.backlash < 0.0; }
/// Whether efforts begin and end at instants: limits and contacts with a stiffness, backlash.
bool hasCompliantContacts(const Model& model);
/// Whether runs of the model have instants at which velocities or constraints change, or efforts
/// begin and end: impacts at stops, friction that sticks, contacts with a stiffness.
bool hasEvents(const Model& model);

/// The side of 0 on which the rate of a joint with such friction is, where events tell that and not
/// its sign: a rate of rounding errors must not turn friction round.
enum class Slipping : std::uint8_t { OfRate, Forward, Backward, Sticks };
/// Friction on that side; none while it sticks, where a constraint acts for it.
void setSide(Friction& friction, Slipping side);

}  // namespace momentree
