// SPDX-License-Identifier: Apache-2.0
// Joints that friction holds at rest, see `Friction::sticks`.
#pragma once

#include "core/stepping/sample.hpp"

namespace momentree {

/// Rate of the coordinate of an axial load, and its derivative.
struct Slip {
    double rate = 0.0;          ///< [rad/s or m/s]
    double acceleration = 0.0;  ///< [rad/s^2 or m/s^2]
};
/// @param sample with accelerations
Slip slipOf(const AxialLoad& load, const Sample& sample);

/// The largest effort with which its friction holds the joint [N m or N].
/// @param sample with reactions
double holdingLimit(const AxialLoad& load, const Sample& sample);

/// The axis of an axial load, with the present coordinate as bound.
Stop holdOf(const AxialLoad& load, std::span<const BodyState> bodies);

}  // namespace momentree
