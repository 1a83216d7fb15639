// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Whether the laws and set points of loads, and the accelerations of motions, are in (from, to)
/// near the parabola through their values at from, at to and as long before: then powers at such
/// intervals show what happens. What else than time a law depends on is held.
/// @param looks number of times in between
bool showsLaws(const Model& model, double from, double to, int looks);

/// Whether a load begins or ends to act somewhere, such as a law with `sign` or `max` of a
/// coordinate, or a curve that is 0 between two of its points. Nothing at the ends of a step shows
/// that it is passed in between.
bool actsInPlaces(const Model& model);

}  // namespace momentree
