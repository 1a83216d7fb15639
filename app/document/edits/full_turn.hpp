// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// A change of one link's length that lets a motor make full turns.
struct LengthChange {
    MarkerReference moved;         ///< the end of the link, or of ground, that moves
    Vector3d to;                   ///< its new place, world [m]
    double from = 0.0, now = 0.0;  ///< lengths [m]
};

/// Searches for a length with which a motor makes full turns, between half and twice the present
/// one, in round numbers and with about 1 % to spare: first that of the driven link, then the
/// smallest change of another link with two joints. Empty if none helps, or if lengths are given by
/// expressions.
/// @param stopped called between two trials; if true, the result is empty
std::optional<LengthChange> lengthForFullTurn(const ModelDescription& description,
                                              const CheckedModel& seen, int motion,
                                              const std::function<bool()>& stopped);

void setLength(ModelDescription& description, const CheckedModel& seen, const LengthChange& change);

/// Replaces the law of a motor by a swing between two values with the same largest rate; the start
/// remains.
/// @param least, most values of the law [rad or m]
void swingBetween(ModelDescription& description, const CheckedModel& seen, int motion, double least,
                  double most);

/// Replaces a motor of a hinge by a torque between its two links.
void driveByTorque(ModelDescription& description, const CheckedModel& seen, int motion);

}  // namespace momentree::app
