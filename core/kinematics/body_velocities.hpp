// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostic.hpp"
#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Velocities that the description gives for one body, of its origin and in world axes.
struct GivenVelocity {
    std::size_t body = 0;          ///< index into Model::bodies
    const BodyStart* start;        ///< of the model's description
    std::optional<Vector3d> v, w;  ///< at least one of them [m/s], [rad/s]
};

/// In the order of the description.
std::vector<GivenVelocity> givenVelocities(const Model& model);

/// Velocity of the origin of a body's own axes [m/s].
Vector3d velocityOfOrigin(const Body& body, const BodyKinematics<double>& state);

/// Warns of given velocities that joints, motions and starts of joints do not allow.
/// @param tolerance relative to the velocity of the body
void warnOfVelocities(const Model& model, const std::vector<GivenVelocity>& all,
                      std::span<const BodyKinematics<double>> bodies, double tolerance,
                      Diagnostics& warnings);

}  // namespace momentree
