// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/undriven.hpp"

#include <algorithm>

#include "core/joints/joint_type.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/given_start.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double leastMove = 1e-9;    ///< of a joint in a free motion [rad, m]
constexpr std::size_t mostNames = 8;  ///< of joints in a message

Message degreesText(int count) {
    if (count == 1) return MOMENTREE_TEXT("degree-of-freedom", "1 degree of freedom");
    return MOMENTREE_TEXT("degrees-of-freedom", "%1 degrees of freedom")(count);
}

Message motionsText(std::size_t count) {
    if (count == 0) return MOMENTREE_TEXT("motions-none", "no motion");
    if (count == 1) return MOMENTREE_TEXT("motions-one", "1 motion");
    return MOMENTREE_TEXT("motions-several", "%1 motions")(count);
}

/// @param count of joints with an axis that still move, whose first are `names`
/// @param others without an axis
Message remedyOf(int freedom, std::size_t count, const std::string& names,
                 const std::string& others) {
    if (count > mostNames)
        return MOMENTREE_TEXT("undriven-joints-and-more",
                              "Drive %1 of the joints that still move: %2 and %3 more")(
            freedom, names, count - mostNames);
    if (count > 0)
        return MOMENTREE_TEXT("undriven-joints", "Drive %1 of the joints that still move: %2")(
            freedom, names);
    if (others.empty())
        return MOMENTREE_TEXT("undriven-without-joint",
                              "No joint could drive what still moves; hold it by joints");
    return MOMENTREE_TEXT("undriven-without-axis",
                          "No joint with an axis could drive what still moves in %1; replace one "
                          "of them by a joint with less freedom, for example a spherical joint by "
                          "a universal one")(others);
}

/// The coordinates that motions take away.
int drivenFreedom(const Model& model, const MatrixXd& A, double threshold) {
    int driven = static_cast<int>(
        std::ranges::count_if(model.tree.bodies, [](const TreeBody& b) { return b.motion >= 0; }));
    std::vector<Index> loops;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[toIndex(k)];
        for (Index row = c.closureRow; c.motion < 0 && row < c.closureRow + c.ownRows(); ++row)
            loops.push_back(row);
    }
    driven += rankOf(A, threshold) - rankOf(A(loops, Eigen::all), threshold);
    return driven;
}

struct Undriven {
    int freedom = 0;  ///< without motions
    Message remedy;
};

Undriven lookFor(const Model& model, const std::vector<BodyState>& bodies, int freedom) {
    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, 0.0, poses, q.data(), u.data());
    const std::vector<FreeMotion> motions = freeMotions(model, 0.0, bodies);
    std::string names, others;  // with an axis, and without
    std::size_t count = 0;
    for (const JointElement& joint : model.joints) {
        const MatrixXd speeds = speedsOf(model, joint, q, poses);
        const bool moves = std::ranges::any_of(motions, [&](const FreeMotion& motion) {
            return (speeds * motion.speeds).norm() > leastMove;
        });
        if (!moves) continue;
        const bool hasAxis = jointType(joint.type).scalars() > 0;
        if (hasAxis && ++count > mostNames) continue;
        std::string& all = hasAxis ? names : others;
        all += (all.empty() ? "'" : ", '") + joint.name + "'";
    }
    const PoseSearch pose(model, 0.0, q);
    const int driven = drivenFreedom(model, pose.equations().A, rankThresholdAt(model, 0.0, q));
    return {freedom + driven, remedyOf(freedom, count, names, others)};
}

}  // namespace

Diagnostic undriven(const Model& model, const std::vector<BodyState>& bodies, int freedom) {
    const Undriven found = lookFor(model, bodies, freedom);
    return error(Place::model("motions"),
                 MOMENTREE_TEXT("motions-leave-freedom",
                                "%1, %2: motions must determine the whole movement. %3")(
                     degreesText(found.freedom), motionsText(model.motions.size()), found.remedy));
}

Diagnostic unactuated(const Model& model, const std::vector<BodyState>& bodies, int freedom) {
    const Undriven found = lookFor(model, bodies, freedom);
    return error(
        Place::setting("actuated"),
        MOMENTREE_TEXT("actuated-leave-freedom",
                       "%1, %2 of them actuated: the actuated joints must hold the whole movement "
                       "at the start. %3")(degreesText(found.freedom), found.freedom - freedom,
                                           found.remedy));
}

}  // namespace momentree
