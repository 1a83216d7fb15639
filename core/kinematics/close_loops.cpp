// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/close_loops.hpp"

#include "core/kinematics/closures.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

constexpr double closedAt = 1e-10;    ///< |Phi| that ends the iterations [m]
constexpr double acceptedGap = 1e-7;  ///< |Phi| accepted if rounding ends the iterations [m]
constexpr int maxIterations = 60;

}  // namespace

bool closeLoops(const Model& model, double t, Eigen::VectorXd& q,
                std::vector<BodyKinematics<double>>& bodies) {
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.tree.nu);
    bodiesFromJoints(model, t, q.data(), rest.data(), bodies);
    double gap = 0.0;
    for (int k = 0; k <= maxIterations; ++k) {
        const ClosureState loops = closureState(model, t, q, bodies);
        gap = loops.Phi.norm();
        if (gap < closedAt || !std::isfinite(gap) || k == maxIterations) break;
        moveAlong(model, leastSquares(loops.J, -loops.Phi, rankThreshold), q);
        bodiesFromJoints(model, t, q.data(), rest.data(), bodies);
    }
    return gap < acceptedGap;
}

}  // namespace momentree
