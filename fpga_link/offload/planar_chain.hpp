// SPDX-License-Identifier: Apache-2.0
// Converts a model of the core to the accelerator's planar chain and back.
#pragma once

#include "core/kinematics/counted_angles.hpp"
#include "core/result.hpp"
#include "fpga_link/compiler/mechanism.hpp"

namespace momentree::fpga {

/// A body of the chain. Its planar frame has the origin at the inboard joint, x through the
/// outboard joint and z along the joint axes.
struct ChainBody {
    int body = 0;                          ///< index into Model::bodies
    Matrix3d axes = Matrix3d::Identity();  ///< columns: the planar axes, in body axes
    Vector3d inboard = Vector3d::Zero();   ///< inboard joint from the centre of mass, body axes
    double height = 0.0;                   ///< of the centre of mass above the plane [m]
};

/// The plane passes through the first joint, whose z axis it has.
struct PlanarChain {
    PlanarMechanism mechanism;
    std::vector<ChainBody> bodies;         ///< from ground outwards
    Vector3d origin = Vector3d::Zero();    ///< first joint, world [m]
    Matrix3d axes = Matrix3d::Identity();  ///< columns: axes of the plane, world
};

/// The chain, or every element that the accelerator cannot run, with the reason.
/// Weight and damping of the joints are the only loads; off-plane weight and inertia do not move a
/// planar chain. A closed chain ends at a joint with the ground.
Result<PlanarChain> planarChain(const Model& model);

/// Angles and momenta of a consistent start.
PlanarState planarState(const PlanarChain& chain, const InitialState& start);

/// The counted angles of a planar model (`CountedAngles`), whose bodies report angles with their
/// turns.
class ChainAngles {
public:
    ChainAngles() = default;
    /// @param bodies indices into Model::bodies @param normal of the plane, world
    /// @param angle [bodies] of the start
    ChainAngles(const Model& model, const std::vector<int>& bodies, const Vector3d& normal,
                const InitialState& start, const std::vector<double>& angle);
    /// All of them to within pi.
    /// @param angle [bodies]
    std::span<const double> at(const std::vector<double>& angle);

private:
    struct Between {
        int inner = -1, outer = -1;  ///< positions in the chain, -1 for ground
        double sign = 1.0;
    };
    std::vector<Between> between_;        ///< [counted angles]
    std::vector<double> start_, angles_;  ///< [counted angles]
    std::vector<double> angle_;           ///< [bodies] of the start
};

/// Angular velocities of the bodies in the plane [rad/s], by the accelerator's equations in double
/// precision.
std::vector<double> speedsOf(const PlanarMechanism& mechanism, const PlanarState& state);

/// Poses and velocities of the model's bodies.
/// @param bodies [Model::bodies]
void placeBodies(const PlanarChain& chain, const std::vector<double>& angle,
                 const std::vector<double>& speed, std::vector<BodyState>& bodies);

}  // namespace momentree::fpga
