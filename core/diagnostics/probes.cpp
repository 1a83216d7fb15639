// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/probes.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include "core/kinematics/counted_angles.hpp"
#include "core/model/applied_load.hpp"

namespace momentree {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// World axes and motion of a marker.
struct MarkerState {
    Matrix3d R = Matrix3d::Identity();  ///< axes of the marker, world
    Vector3d r = Vector3d::Zero();      ///< [m]
    Vector3d v = Vector3d::Zero();      ///< [m/s]
    Vector3d a = Vector3d::Zero();      ///< [m/s^2]
    Vector3d omega = Vector3d::Zero();  ///< [rad/s]
};

MarkerState stateOf(const Marker& marker, const Sample& sample) {
    if (marker.body == ground) return {.R = marker.frame.R, .r = marker.frame.r};
    const auto index = static_cast<std::size_t>(marker.body);
    const BodyState& body = sample.bodies[index];
    const Vec6<double>& acceleration = sample.accelerations[index];
    const Matrix3d R = rotationOf<double>(body.e);
    const Vector3d s = R * marker.frame.r;
    const Vector3d alpha = acceleration.tail<3>();
    return {.R = R * marker.frame.R,
            .r = body.r + s,
            .v = body.v + body.w.cross(s),
            .a = acceleration.head<3>() + alpha.cross(s) + body.w.cross(body.w.cross(s)),
            .omega = body.w};
}

int componentOf(const ProbeDescription& what) {
    return what.component == "y" ? 1 : what.component == "z" ? 2 : 0;
}

/// Force of the ground on the whole system [N]: what m (a - g) of all bodies needs on top of
/// applied forces and drag, which do not come from the ground. Forces between bodies cancel.
Vector3d groundForce(const Model& model, const Sample& sample) {
    Vector3d force = Vector3d::Zero();
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        force += model.bodies[i].mass * (sample.accelerations[i].head<3>() - model.gravity);
    for (const AppliedLoad& load : model.appliedLoads) {
        if (load.torque || load.at.body == ground) continue;
        const BodyState& body = sample.bodies[static_cast<std::size_t>(load.at.body)];
        force -= actionOf<double>(load, rotationOf<double>(body.e), sample.time);
    }
    for (const Drag& drag : model.drags) {
        const Vector3d& v = sample.bodies[static_cast<std::size_t>(drag.body)].v;
        force += (drag.linear + drag.quadratic * v.norm()) * v;
    }
    return force;
}

/// Force and torque of a joint on the probe's body A; torque about the joint's marker B.
Vec6<double> reactionOn(const Model& model, const Probe& probe, const Sample& sample) {
    const auto j = static_cast<std::size_t>(probe.joint);
    const Vec6<double>& onB = sample.joints[j].reaction;
    return probe.A.body == model.joints[j].B.body ? onB : Vec6<double>(-onB);
}

/// Coordinate or speed `coordinate` of the probe's joint.
template <typename Values>
double entryOf(const Values& values, const Probe& probe) {
    return values.at(static_cast<std::size_t>(probe.what.coordinate - 1));
}

/// The coordinate of a joint, or the angle about z of A from x of A to x of B with the turns
/// nearest to `near`.
double angleOf(const Probe& probe, const Sample& sample, double near) {
    if (probe.joint >= 0)
        return entryOf(sample.joints[static_cast<std::size_t>(probe.joint)].q, probe);
    const Vector3d x = stateOf(probe.A, sample).R.transpose() * stateOf(probe.B, sample).R.col(0);
    return withTurns(std::atan2(x[1], x[0]), near);
}

/// Quantities of the point or body A.
double ofMarker(const Probe& probe, const Sample& sample) {
    const std::string_view quantity = probe.what.quantity;
    const int k = componentOf(probe.what);
    const MarkerState A = stateOf(probe.A, sample);
    if (quantity == "position") return A.r[k];
    if (quantity == "velocity") return A.v[k];
    if (quantity == "acceleration") return A.a[k];
    if (quantity == "angular_velocity_world") return A.omega[k];
    if (quantity == "angular_velocity_body") return A.R.col(k).dot(A.omega);
    if (quantity == "rotation_matrix_entry")
        return A.R(probe.what.row - 1, probe.what.column_index - 1);
    return unknown;
}

/// Quantities between A and B, or of a joint. Angles are evaluated separately.
double ofPair(const Probe& probe, const Sample& sample) {
    const std::string_view quantity = probe.what.quantity;
    const auto j = static_cast<std::size_t>(probe.joint);
    if (quantity == "joint_rate" && probe.joint >= 0) return entryOf(sample.joints[j].u, probe);
    if (quantity == "joint_displacement" && probe.joint >= 0)
        return entryOf(sample.joints[j].q, probe);
    const MarkerState A = stateOf(probe.A, sample), B = stateOf(probe.B, sample);
    if (quantity == "joint_rate") return A.R.col(2).dot(B.omega - A.omega);
    if (quantity == "joint_displacement") return A.R.col(2).dot(B.r - A.r);
    if (quantity == "point_distance") return (B.r - A.r).norm();
    return unknown;
}

/// Energies and efforts.
double ofSystem(const Model& model, const Probe& probe, const Sample& sample) {
    const std::string_view quantity = probe.what.quantity;
    const int k = componentOf(probe.what);
    if (probe.input >= 0) return (*model.inputs)[static_cast<std::size_t>(probe.input)];
    if (quantity == "kinetic_energy") return sample.kinetic;
    if (quantity == "potential_energy") return sample.potential;
    if (quantity == "total_energy") return sample.kinetic + sample.potential;
    if (quantity == "total_ground_force") return groundForce(model, sample)[k];
    if (quantity == "joint_force_on_body") return reactionOn(model, probe, sample)[k];
    if (quantity == "joint_torque_on_body") return reactionOn(model, probe, sample)[3 + k];
    if (quantity == "drive_torque" && probe.motion >= 0)
        return sample.motionEfforts[static_cast<std::size_t>(probe.motion)];
    if (probe.exchange >= 0) {
        const Exchange& exchange = sample.exchanges[static_cast<std::size_t>(probe.exchange)];
        return quantity.ends_with("_work") ? exchange.work : exchange.power;
    }
    if (quantity == "coupling_effort" && probe.term >= 0)
        return sample.couplingEfforts[static_cast<std::size_t>(probe.term)];
    return unknown;
}

bool isPair(std::string_view quantity) {
    return quantity == "joint_rate" || quantity == "joint_displacement" ||
           quantity == "point_distance";
}
bool isMarker(std::string_view quantity) {
    return quantity == "position" || quantity == "velocity" || quantity == "acceleration" ||
           quantity.starts_with("angular_velocity") || quantity == "rotation_matrix_entry";
}

}  // namespace

void evaluateProbes(const Model& model, Sample& sample) {
    for (std::size_t p = 0; p < model.probes.size(); ++p) {
        const Probe& probe = model.probes[p];
        const std::string_view quantity = probe.what.quantity;
        double& value = sample.probes[p];
        value = quantity == "joint_angle" ? angleOf(probe, sample, value)
                : isPair(quantity)        ? ofPair(probe, sample)
                : isMarker(quantity)      ? ofMarker(probe, sample)
                                          : ofSystem(model, probe, sample);
    }
}

}  // namespace momentree
