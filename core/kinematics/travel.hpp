// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// How far a motion can go in one direction until the loops no longer close.
struct TravelEnd {
    double value = 0.0;             ///< of the motion's law [rad or m]
    std::vector<BodyState> bodies;  ///< the pose there, at rest
};

/// The range of a motion on the branch of the mechanism that a pose belongs to.
struct Travel {
    double start = 0.0;  ///< value of the motion's law at the pose [rad or m]
    /// Absent where an angle makes a full turn, or a displacement goes on for more than ten times
    /// the mechanism's size.
    std::optional<TravelEnd> least, most;
    bool limited() const { return least || most; }
};

/// Moves a motion to both sides from a pose, in steps that end when the loops no longer close or
/// when another assembly of the same links would be reached. Other motions rest at their values at
/// t. Ends are found to 1e-6 rad, or 1e-6 of the mechanism's size.
/// @param from a pose that satisfies the closures at t
/// @param stopped called between two steps; if true, the result is empty
std::optional<Travel> travelOf(const Model& model, double t, const std::vector<BodyState>& from,
                               int motion, const std::function<bool()>& stopped = {});

/// Whether the loops can be closed near a pose of time t, with all motions at their values of a
/// time `later` after it [s].
bool closesLater(const Model& model, double t, const std::vector<BodyState>& from, double later);

}  // namespace momentree
