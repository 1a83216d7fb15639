// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/drag.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/kinematics/close_loops.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double arrivedAt = 1e-9;   ///< change of a joint coordinate that ends the iteration
constexpr double longestStep = 0.2;  ///< of a joint coordinate [rad, sizes of the mechanism]
constexpr double damping = 1e-3;     ///< of the pull, relative to the point's largest reach
constexpr int maxDragSteps = 60;

struct Hand {
    const Model& model;
    const Pull& pull;
    VectorXd q, u;
    std::vector<BodyKinematics<double>> bodies;
    double threshold = 0.0;  ///< of the closures

    std::optional<CoupledTurns> turns = {};  ///< of couplings, which hold at the start

    void update() {
        bodiesFromJoints(model, 0.0, q.data(), u.data(), bodies);
        if (turns) turns->follow(model, 0.0, q, bodies);
    }
    ClosureState closures() const {
        ClosureState loops = closureState(model, 0.0, q, bodies, turns->angles());
        turns->subtractHeld(model, loops.Phi);
        leaveOutVelocityRows(model, loops.J);
        return loops;
    }
    Vector3d arm() const { return bodies[static_cast<std::size_t>(pull.body)].R * pull.point; }
    Vector3d point() const { return bodies[static_cast<std::size_t>(pull.body)].r + arm(); }
};

/// The smallest step that closes the loops, plus the step in their null space that moves the point
/// closer to its target.
/// @param held whether the loops respond to motions by more than rounding
VectorXd stepOf(const Hand& hand, const ClosureState& loops, bool held) {
    VectorXd step = VectorXd::Zero(hand.model.tree.nu);
    const MatrixXd A = pointJacobian(hand.model, hand.q, hand.bodies, hand.pull.body, hand.arm());
    MatrixXd open = A.transpose();  // projected on the null space of the loops
    if (held) {
        MatrixXd gaps(loops.J.rows(), 4);
        gaps << -loops.Phi, loops.J * open;
        const MatrixXd closing = leastSquares(loops.J, gaps, hand.threshold);
        step = closing.col(0);
        open -= closing.rightCols<3>();
    }
    const Vector3d miss = hand.pull.target - hand.point() - A * step;
    const double reach = std::max(open.norm(), 1e-12);
    const Matrix3d damped =
        open.transpose() * open + damping * damping * reach * reach * Matrix3d::Identity();
    const Vector3d weights = damped.inverse() * miss;
    return step + open * weights;
}

}  // namespace

Result<std::vector<BodyState>> drag(const Model& model, const std::vector<BodyState>& from,
                                    const Pull& pull) {
    Hand hand{model, pull, VectorXd::Zero(model.tree.nq), VectorXd::Zero(model.tree.nu), {}};
    hand.bodies = kinematicsOf(from);
    jointsFromBodies(model, 0.0, hand.bodies, hand.q.data(), hand.u.data());
    hand.u.setZero();
    hand.update();
    hand.turns.emplace(model, 0.0, hand.q, hand.bodies);
    const MechanismScales scales = mechanismScales(model, hand.bodies);
    const auto gapOf = [&] {
        const ClosureState loops = hand.closures();
        return scales.largestNorm(loops.Phi.cwiseProduct(scales.row));
    };
    const double gapBefore =
        std::max(gapOf(), PoseSearch(model, 0.0, hand.q, *hand.turns).gapAround());
    const bool exactly = gapBefore <= roundedGap;
    const RankCut cut = cutOfMotions(model, exactly);
    const double closed = std::max(roundedGap, 2.0 * gapBefore);
    double gap = gapBefore;
    for (int k = 0; k < maxDragSteps; ++k) {
        const ClosureState loops = hand.closures();
        hand.threshold = cut.at(gap);
        const MatrixXd A = scales.row.asDiagonal() * loops.J * scales.speed.asDiagonal();
        VectorXd step = stepOf(hand, loops, A.norm() > cut.least);
        const double longest =
            step.size() > 0 ? step.cwiseQuotient(scales.speed).cwiseAbs().maxCoeff() : 0.0;
        if (!std::isfinite(longest)) break;
        if (longest > longestStep) step *= longestStep / longest;
        moveAlong(model, step, hand.q);
        hand.update();
        gap = gapOf();
        if (longest < arrivedAt && gap < closed) break;
    }
    // Close the remaining gap without pulling.
    if (gap > closed && !closeLoops(model, 0.0, hand.q, hand.bodies, *hand.turns, exactly))
        return fail(error(
            Place::model("drag"),
            MOMENTREE_TEXT("drag-loops-open", "the loops cannot be closed here; pull less far")));
    std::vector<BodyState> moved;
    for (const BodyKinematics<double>& body : hand.bodies)
        moved.push_back({body.r, quaternionOf<double>(body.R), Vector3d::Zero(), Vector3d::Zero()});
    return moved;
}

}  // namespace momentree
