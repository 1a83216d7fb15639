// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/mass_condition.hpp"

#include <limits>
#include <vector>

#include "core/kinematics/assemble.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/eigenvalues.hpp"

namespace momentree {

/// M = V^T W V with the velocities V of all bodies for unit speeds, and their masses and inertias
/// W.
double massCondition(const Model& model) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto start = assemble(model);
    const int speeds = model.tree.nu;
    if (!start || speeds == 0) return none;
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
    std::vector<double> q(static_cast<std::size_t>(model.tree.nq));
    std::vector<double> u(static_cast<std::size_t>(speeds));
    jointsFromBodies(model, 0.0, bodies, q.data(), u.data());
    Eigen::MatrixXd V(6 * std::ssize(bodies), speeds), WV(V.rows(), V.cols());
    for (int k = 0; k < speeds; ++k) {
        std::ranges::fill(u, 0.0);
        u[static_cast<std::size_t>(k)] = 1.0;
        bodiesFromJoints(model, 0.0, q.data(), u.data(), bodies);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const BodyKinematics<double>& moving = bodies[i];
            const Body& body = model.bodies[i];
            const auto row = 6 * static_cast<Eigen::Index>(i);
            V.block<3, 1>(row, k) = moving.v;
            V.block<3, 1>(row + 3, k) = moving.w;
            WV.block<3, 1>(row, k) = body.mass * moving.v;
            WV.block<3, 1>(row + 3, k) =
                moving.R * (body.J_C * (moving.R.transpose() * moving.w)).eval();
        }
    }
    const Eigen::VectorXd values = symmetricEigenvalues(V.transpose() * WV).values;
    return values[values.size() - 1] / values[0];
}

}  // namespace momentree
