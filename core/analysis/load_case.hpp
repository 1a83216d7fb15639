// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/analysis/worst_loads.hpp"

namespace momentree {

/// A force and a moment on a body, in the axes of its frame.
struct BodyLoad {
    enum class Kind : std::uint8_t { Joint, Force, Coupling, Motion, Weight, Inertia };
    Kind kind = Kind::Joint;
    std::string name;                    ///< of the element
    std::string marker;                  ///< where it acts; empty without a marker
    Vector3d point = Vector3d::Zero();   ///< from the body's origin [m]
    Vector3d force = Vector3d::Zero();   ///< [N]
    Vector3d moment = Vector3d::Zero();  ///< about `point` [N m]
};

/// All loads on one body at an instant, with those of its inertia, so that they are in balance
/// (inertia relief).
struct LoadCase {
    std::string body;
    double time = 0.0;                ///< [s]
    double mass = 0.0;                ///< [kg]
    Vector3d com = Vector3d::Zero();  ///< from the body's origin [m]
    std::vector<BodyLoad> loads;
    // In the body's axes.
    Vector3d gravity = Vector3d::Zero();       ///< [m/s^2]
    Vector3d acceleration = Vector3d::Zero();  ///< of the centre of mass [m/s^2]
    Vector3d w = Vector3d::Zero();             ///< [rad/s]
    Vector3d dw = Vector3d::Zero();            ///< [rad/s^2]
    Vector3d eulerMoment = Vector3d::Zero();  ///< -J w', the part of the angular acceleration [N m]
    Vector3d forceLeft = Vector3d::Zero();    ///< sum of the forces [N]
    Vector3d momentLeft = Vector3d::Zero();   ///< sum of the moments about `com` [N m]
    double largestForce = 0.0;                ///< [N]
    double largestMoment = 0.0;               ///< about `com` [N m]
    /// Largest distance of a load from `com`, at least the largest radius of gyration [m].
    double size = 0.0;
};

/// The loads on a body: wrenches of joints at their markers, springs and applied loads, weight, and
/// -m a and -(J w' + w x J w) at the centre of mass.
/// @param body an index of Model::bodies
LoadCase loadCaseOf(const Model& model, const LoadInstant& instant, std::size_t body);

/// The instant of the largest force of any joint of a body; null if it has no joint.
const LoadInstant* worstInstantOf(const Model& model, const WorstLoads& found, std::size_t body);

}  // namespace momentree
