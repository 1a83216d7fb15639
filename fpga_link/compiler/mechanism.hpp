// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace momentree::fpga {

inline constexpr int maxBodies = 64;

/// A rigid body in the plane. Its frame has the origin at the inboard joint and the x axis through
/// the outboard one.
struct ChainLink {
    double length = 1.0;   ///< inboard to outboard joint [m]
    double cx = 0.5;       ///< centre of mass, body axes [m]
    double cy = 0.0;       ///< [m]
    double mass = 1.0;     ///< [kg]
    double inertia = 1.0;  ///< about the centre of mass [kg m^2]
    double damping = 0.0;  ///< of the inboard joint [N m s/rad]
};

/// Planar chain of bodies connected to ground and each other by revolute joints. `closed`: the far
/// end of the last body also has a revolute joint to ground, at the position given by the initial
/// angles.
struct PlanarMechanism {
    std::vector<ChainLink> bodies;
    double gravityX = 0.0;       ///< [m/s^2]
    double gravityY = -9.80665;  ///< [m/s^2]
    bool closed = false;
};

/// Angles of the bodies relative to the x axis of ground (sums of joint angles), and joint momenta;
/// both [number of bodies].
struct PlanarState {
    std::vector<double> angle;     ///< [rad]
    std::vector<double> momentum;  ///< [kg m^2/s]
};

/// A motor whose torque is held during each step and follows a cubic polynomial from step to step:
/// the angular impulse in the first step (the step times the torque), and its first, second and
/// third forward differences [N m s].
inline constexpr std::size_t motorWords = 4;
using MotorImpulses = std::array<double, motorWords>;

enum class PlanarMethod { Euler, RungeKutta4 };

/// Why the accelerator cannot compute it, with the body; empty if it can.
std::string refusal(const PlanarMechanism& mechanism, const PlanarState& start, double step);

/// Joint momenta for given angles and angular velocities of the bodies [rad, rad/s].
std::vector<double> momentaOf(const PlanarMechanism& mechanism, const std::vector<double>& angle,
                              const std::vector<double>& speed);

/// Kinetic plus potential energy [J]; zero height is the first joint.
double energyOf(const PlanarMechanism& mechanism, const std::vector<double>& angle,
                const std::vector<double>& speed);

/// Position of the outboard joint of the last body [m].
struct PlanarPoint {
    double x = 0.0;
    double y = 0.0;
};
PlanarPoint endOf(const PlanarMechanism& mechanism, const std::vector<double>& angle);

}  // namespace momentree::fpga
