// SPDX-License-Identifier: Apache-2.0
// Converts any planar model of the core to a system of the accelerator and back.
#pragma once

#include "core/model/model.hpp"
#include "core/result.hpp"
#include "fpga_link/compiler/planar_system.hpp"
#include "fpga_link/offload/refusals.hpp"

namespace momentree::fpga {

/// At the start every body has the angle 0, so that body axes are then those of the plane.
struct PlanarModel {
    PlanarSystem system;                   ///< bodies as in Model::bodies
    Matrix3d axes = Matrix3d::Identity();  ///< columns: axes of the plane, z normal to it, world
    std::vector<double> heights;           ///< of the centres of mass above the world origin [m]
    std::vector<Matrix3d> bodyAxes;        ///< columns: axes of the plane at the start, body axes
};

/// The system, or every element that the accelerator cannot run, with the reason. Joints are
/// revolute, prismatic or distance joints in one plane; loads are weight, springs and dampers with
/// constant coefficients, drag that is proportional to velocity, and forces and torques that are
/// polynomials and sines of time; motions are such laws, too. Bodies without revolute or prismatic
/// joints must start in the plane with loads that keep them there.
Result<PlanarModel> planarModel(const Model& model, const InitialState& start);

/// Coordinates and momenta of a consistent start.
PlanarSystemState planarStart(const PlanarModel& planar, const InitialState& start);

/// Poses and velocities of the model's bodies.
/// @param coordinates, velocities [3 bodies] @param bodies [Model::bodies]
void placeBodies(const PlanarModel& planar, const std::vector<double>& coordinates,
                 const std::vector<double>& velocities, std::vector<BodyState>& bodies);

}  // namespace momentree::fpga
