// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/free_motions.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/kinematics/close_loops.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Pose {
    const Model& model;
    double t;
    VectorXd q, u;
    std::vector<BodyKinematics<double>> bodies;
    std::optional<CoupledTurns> turns = {};

    Pose(const Model& m, double time, const std::vector<BodyState>& states)
        : model(m), t(time), q(m.tree.nq), u(m.tree.nu) {
        bodies = kinematicsOf(states);
        jointsFromBodies(model, t, bodies, q.data(), u.data());
        u.setZero();
        bodiesFromJoints(model, t, q.data(), u.data(), bodies);
        turns.emplace(model, t, q, bodies);
    }
    MatrixXd jacobian(bool ofVelocities) const {
        MatrixXd J = closureState(model, t, q, bodies).J;
        if (!ofVelocities) leaveOutVelocityRows(model, J);
        return J;
    }
    std::vector<BodyState> states() const {
        std::vector<BodyState> states;
        for (const BodyKinematics<double>& body : bodies) states.push_back(stateOf(body));
        return states;
    }
};

/// Orthonormal basis of the null space of the closures' Jacobian [nu x nu - rank].
/// @param least columns, see `freeMotions`
MatrixXd nullSpace(const Pose& pose, Eigen::Index least, bool ofVelocities = false) {
    const MatrixXd J = pose.jacobian(ofVelocities);
    if (J.rows() == 0) return MatrixXd::Identity(J.cols(), J.cols());
    // Whoever knows how many motions there are knows what rounded lengths hold beside the pose.
    const PoseSearch search(pose.model, pose.t, pose.q);
    const double gap = least > 0 ? search.gap() : search.gapAround();
    MatrixXd N = rightNullSpace(J, gap > roundedGap ? rankTolerance(gap) : rankThreshold);
    return N.cols() < least ? leastRightVectors(J, least) : N;
}

int treeBodyOfSpeed(const Model& model, Eigen::Index speed) {
    int found = 0;
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
        if (speedCount(model.tree.bodies[i].joint) > 0 && model.tree.bodies[i].firstU <= speed)
            found = static_cast<int>(i);
    return found;
}

/// 1 for translational speeds, 0 for rotational ones [nu].
VectorXd travels(const Model& model) {
    VectorXd travel = VectorXd::Zero(model.tree.nu);
    for (const TreeBody& tree : model.tree.bodies)
        visitJoint(
            [&](auto joint) {
                const std::array<double, 7> q{};
                const Mat6N<double, decltype(joint)::nu> E = joint.template E<double>(q.data());
                for (int k = 0; k < joint.nu; ++k)
                    travel[tree.firstU + k] = E.template topRows<3>().col(k).norm();
            },
            tree.joint);
    return travel;
}

/// The part of `speeds` that the closures allow at a pose, scaled to the same length.
VectorXd allowed(const Pose& pose, const VectorXd& speeds, Eigen::Index freedom) {
    const MatrixXd N = nullSpace(pose, freedom);
    const VectorXd along = N * (N.transpose() * speeds);
    const double length = along.norm();
    return length > 0.3 * speeds.norm() ? VectorXd(speeds.norm() / length * along)
                                        : VectorXd::Zero(speeds.size());
}

/// Poses along a motion without the first one, up to its end or where it cannot continue.
std::vector<std::vector<BodyState>> walk(Pose pose, const VectorXd& speeds, double step,
                                         int steps) {
    std::vector<std::vector<BodyState>> poses;
    VectorXd direction = speeds;
    // At least the motion that is given, which rounded lengths may hold at the start by a little.
    const Eigen::Index freedom = std::max<Eigen::Index>(1, nullSpace(pose, 0).cols());
    const bool exactly = PoseSearch(pose.model, pose.t, pose.q).gapAround() <= roundedGap;
    for (int k = 0; k < steps; ++k) {
        direction = allowed(pose, direction, freedom);
        if (direction.isZero()) break;
        moveAlong(pose.model, step * direction, pose.q);
        if (!closeLoops(pose.model, pose.t, pose.q, pose.bodies, *pose.turns, exactly)) break;
        poses.push_back(pose.states());
    }
    return poses;
}

}  // namespace

std::vector<FreeMotion> freeMotions(const Model& model, double t,
                                    const std::vector<BodyState>& bodies, bool ofVelocities,
                                    int least) {
    const Pose pose(model, t, bodies);
    const MatrixXd N = nullSpace(pose, least, ofVelocities);
    std::vector<FreeMotion> motions;
    if (N.cols() == 0) return motions;
    // The leads are the speeds that best determine all others.
    const std::vector<Eigen::Index> leads = independentRows(N);
    MatrixXd leading(N.cols(), N.cols());
    for (Eigen::Index k = 0; k < N.cols(); ++k)
        leading.row(k) = N.row(leads[static_cast<std::size_t>(k)]);
    const MatrixXd basis = N * inverseOf(leading);
    for (Eigen::Index k = 0; k < N.cols(); ++k)
        motions.push_back(
            {basis.col(k), treeBodyOfSpeed(model, leads[static_cast<std::size_t>(k)])});
    std::ranges::sort(motions, {}, &FreeMotion::lead);
    return motions;
}

Swing swingAlong(const Model& model, double t, const std::vector<BodyState>& bodies,
                 const FreeMotion& motion, double reach, int steps) {
    const Pose start(model, t, bodies);
    const double step = reach / std::max(steps, 1);
    Swing swing;
    swing.poses = walk(start, -motion.speeds, step, steps);
    std::ranges::reverse(swing.poses);
    swing.middle = swing.poses.size();
    swing.poses.push_back(start.states());
    for (auto& pose : walk(start, motion.speeds, step, steps)) swing.poses.push_back(pose);
    return swing;
}

double reachOf(const Model& model, double t, const std::vector<BodyState>& bodies,
               const FreeMotion& motion, double distance, double angle) {
    Pose pose(model, t, bodies);
    const auto still = pose.bodies;
    bodiesFromJoints(model, t, pose.q.data(), motion.speeds.data(), pose.bodies);
    double fastest = 0.0, turning = 0.0;
    const auto see = [&](const Marker& marker) {
        if (marker.body == ground) return;
        const std::span<const BodyKinematics<double>> moving(pose.bodies), resting(still);
        const Vector3d v = markerKinematics(marker, moving).v - markerKinematics(marker, resting).v;
        fastest = std::max(fastest, v.norm());
    };
    for (const JointElement& joint : model.joints) {
        see(joint.A);
        see(joint.B);
    }
    for (std::size_t i = 0; i < pose.bodies.size(); ++i) {
        fastest = std::max(fastest, (pose.bodies[i].v - still[i].v).norm());
        turning = std::max(turning, (pose.bodies[i].w - still[i].w).norm());
    }
    const double byDistance = fastest > 0.0 ? distance / fastest : 1e30;
    const double byAngle = turning > 0.0 ? angle / turning : 1e30;
    return std::min({byDistance, byAngle, 1e30});
}

/// Factors that make closure rows comparable [closureRows]: 1 for lengths, `radius` [m] for angles.
static VectorXd rowScale(const Model& model, double radius) {
    VectorXd scale(model.tree.closureRows);
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        scale.segment(c.closureRow, c.rows()).setConstant(c.isAngle() ? radius : 1.0);
    }
    return scale;
}

VectorXd closureSingularValues(const Model& model, double t, const std::vector<BodyState>& bodies,
                               bool ofVelocities) {
    if (model.tree.closureRows == 0 || model.tree.nu == 0) return {};
    const double length = std::max(radiusOfGyration(model), 1e-12);
    MatrixXd J = Pose(model, t, bodies).jacobian(ofVelocities);
    J = rowScale(model, radiusOfGyration(model)).asDiagonal() * J / length;
    const VectorXd travel = travels(model);
    for (Eigen::Index k = 0; k < J.cols(); ++k)
        if (travel[k] > 0.5) J.col(k) *= length;
    return momentree::singularValues(J);
}

}  // namespace momentree
