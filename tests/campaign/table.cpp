// SPDX-License-Identifier: Apache-2.0
#include "campaign/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "campaign/elements.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/dynamics/loads.hpp"
#include "core/math/index.hpp"
#include "core/model/sticking.hpp"

namespace momentree::campaign {
namespace {

constexpr double leastTorque = 1e-2;  ///< share of force times size that torques are compared with

// Forces below these need not balance: of the largest of all bodies, and of a body moved by its
// size in one step.
constexpr double leastForce = 1e-6, leastInertia = 1e-10;

/// Momentum and angular momentum about the centre of mass.
Vec6<double> momentumOf(const Body& body, const BodyKinematics<double>& b) {
    Vec6<double> p;
    p << body.mass * b.v, b.R * (body.J_C * (b.R.transpose() * b.w));
    return p;
}

/// Wrenches on a body and their magnitudes.
struct Sum {
    Vec6<double> wrench = Vec6<double>::Zero();
    double force = 0.0, torque = 0.0;

    /// A wrench about a point at `arm` from the centre of mass.
    void add(const Vector3d& f, const Vector3d& m, const Vector3d& arm = Vector3d::Zero()) {
        const Vector3d lever = arm.cross(f);
        wrench.head<3>() += f;
        wrench.tail<3>() += m + lever;
        force += f.norm();
        torque += m.norm() + lever.norm();
    }
};

}  // namespace

std::vector<BodyKinematics<double>> bodiesOf(const Model& model, const Recording& rows,
                                             std::size_t row) {
    const RowLayout layout(model);
    std::vector<BodyKinematics<double>> bodies(model.bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double* x = rows.row(row).data() + layout.body(static_cast<int>(i));
        using Vector = Eigen::Map<const Vector3d>;
        const Quat<double> e = Eigen::Map<const Quat<double>>(x + 3);
        bodies[i] = {rotationOf<double>(e), Vector(x), Vector(x + 7), Vector(x + 10)};
    }
    return bodies;
}

bool showsLoads(const Model& model) {
    return model.controllerStates == 0 && model.elasticCouplings.empty() &&
           std::ranges::none_of(model.axialLoads, [](const AxialLoad& load) {
               const Friction& friction = load.characteristic.friction;
               return sticks(friction) || friction.ofReaction();
           });
}

double unbalanced(const Model& model, const Recording& rows, double size) {
    constexpr std::array weights{-1.0 / 60.0, 3.0 / 20.0,  -3.0 / 4.0, 0.0,
                                 3.0 / 4.0,   -3.0 / 20.0, 1.0 / 60.0};
    const std::size_t first = rows.size() - weights.size(), middle = first + weights.size() / 2;
    const double h = rows.at(1, 0) - rows.at(0, 0);
    std::vector<Sum> sums(model.bodies.size());
    for (std::size_t row = 0; row < weights.size(); ++row) {
        const auto bodies = bodiesOf(model, rows, first + row);
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i].wrench -= weights[row] / h * momentumOf(model.bodies[i], bodies[i]);
    }
    for (Sum& sum : sums) {
        sum.force = sum.wrench.head<3>().norm();
        sum.torque = sum.wrench.tail<3>().norm();
    }

    const auto bodies = bodiesOf(model, rows, middle);
    const std::span<const BodyKinematics<double>> all(bodies);
    std::vector<double> angles;
    for (const AxialLoad& load : model.axialLoads) {
        const Matrix3d R =
            markerKinematics(load.A, all).R.transpose() * markerKinematics(load.B, all).R;
        angles.push_back(std::atan2(R(1, 0), R(0, 0)));
    }
    std::vector<Vec6<double>> loads(bodies.size());
    evaluateLoads<double>(model, rows.at(middle, 0), all, angles, loads);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i].add(loads[i].head<3>(), loads[i].tail<3>());

    const RowLayout layout(model);
    const auto addPair = [&](const JointElement& joint, const Vector3d& f, const Vector3d& m) {
        const Vector3d point = markerKinematics(joint.B, all).r;
        if (joint.B.body != ground)
            sums[toIndex(joint.B.body)].add(f, m, point - at(all, joint.B.body).r);
        if (joint.A.body != ground)
            sums[toIndex(joint.A.body)].add(-f, -m, point - at(all, joint.A.body).r);
    };
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const double* x = rows.row(middle).data() + layout.jointReaction(static_cast<int>(j));
        addPair(model.joints[j], Eigen::Map<const Vector3d>(x), Eigen::Map<const Vector3d>(x + 3));
    }
    for (const CouplingElement& coupling : model.couplings) {
        if (coupling.described < 0) continue;  // in the reaction of a screw joint
        for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
            const std::string column = couplingEffort(coupling.name, static_cast<int>(k) + 1);
            const double effort = rows.at(middle, layout.column(column));
            const JointElement& joint = model.joints[toIndex(coupling.joints[k])];
            const Vector3d along = effort * markerKinematics(joint.A, all).R.col(2);
            const bool turns = model.constraints[toIndex(coupling.firstConstraint) + k].turns;
            addPair(joint, turns ? Vector3d::Zero() : along, turns ? along : Vector3d::Zero());
        }
    }

    double most = 0.0, largest = 0.0;
    for (const Sum& sum : sums) largest = std::max(largest, sum.force);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Sum& sum = sums[i];
        if (!sum.wrench.allFinite()) return INFINITY;
        const double noise =
            leastForce * largest + leastInertia * model.bodies[i].mass * size / (h * h);
        const double force = sum.force + noise;
        const double torque = sum.torque + size * (leastTorque * sum.force + noise);
        most = std::max(
            {most, sum.wrench.head<3>().norm() / force, sum.wrench.tail<3>().norm() / torque});
    }
    return most;
}

}  // namespace momentree::campaign
