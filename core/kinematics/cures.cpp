// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/cures.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "core/joints/joint_type.hpp"
#include "core/kinematics/loop_parts.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::VectorXd;

constexpr double samePose = 1e-6;  ///< [1, sizes of the mechanism]
constexpr std::size_t mostForPairs = 24;

/// Types that can replace a joint that locks more; the last one stands for no joint.
constexpr std::array offered{"revolute", "prismatic", "universal", "cylindrical", "spherical", ""};

struct Counts {
    int redundant = 0, degreesOfFreedom = 0;
};

/// Counts of the model at the given poses; empty if they do not satisfy its joints.
std::optional<Counts> countsAt(const Model& model, double t,
                               std::span<const BodyKinematics<double>> poses) {
    VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, t, poses, q.data(), u.data());
    std::vector<BodyKinematics<double>> bodies(poses.size());
    bodiesFromJoints(model, t, q.data(), u.data(), bodies);
    const PoseSearch pose(model, t, q);
    const double size = pose.scales().largest();
    for (std::size_t i = 0; i < poses.size(); ++i)
        if ((bodies[i].r - poses[i].r).norm() > samePose * size ||
            (bodies[i].R - poses[i].R).norm() > samePose)
            return std::nullopt;
    if (model.tree.closureRows == 0) return Counts{0, model.tree.nu};
    const double gap = pose.gap();
    if (gap > std::max(samePose, model.description.assemblyTolerance)) return std::nullopt;
    const int rank =
        model.tree.nu > 0 ? rankOf(jacobianWithoutRounding(pose), rankTolerance(0.0)) : 0;
    return Counts{model.tree.closureRows - rank, model.tree.nu - rank};
}

/// The description with other joints, without parts used only by runs or by the old joint type.
ModelDescription changed(const Model& model, const std::vector<JointChange>& changes) {
    ModelDescription description = model.description;
    description.jointStarts.clear();
    description.bodyStarts.clear();
    description.probes.clear();
    description.forces.clear();
    for (const JointChange& change : changes)
        description.joints[static_cast<std::size_t>(change.joint)].type = change.type;
    std::erase_if(description.joints, [](const JointDescription& j) { return j.type.empty(); });
    return description;
}

std::optional<Cure> tried(const Model& model, double t,
                          std::span<const BodyKinematics<double>> poses, const Counts& now,
                          std::vector<JointChange> changes) {
    const auto trial = buildModel(changed(model, changes));
    if (!trial) return std::nullopt;
    const auto then = countsAt(**trial, t, poses);
    if (!then || then->redundant >= now.redundant) return std::nullopt;
    if (then->degreesOfFreedom != now.degreesOfFreedom) return std::nullopt;
    return Cure{std::move(changes), then->redundant};
}

std::vector<JointChange> looserTypes(const Model& model, int joint) {
    std::vector<JointChange> changes;
    const JointElement& element = model.joints[static_cast<std::size_t>(joint)];
    if (element.closes) return {{joint, ""}};
    for (const char* type : offered)
        if (jointType(type).locked < jointType(element.type).locked)
            changes.push_back({joint, type});
    return changes;
}

}  // namespace

std::vector<Cure> findCures(const Model& model, double t, const std::vector<BodyState>& bodies,
                            const std::function<bool()>& stopped) {
    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    std::vector<Cure> cures;
    const auto now = countsAt(model, t, poses);
    if (!now || now->redundant == 0) return cures;
    const auto stop = [&] { return stopped && stopped(); };
    for (const int joint : loopParts(model).joints)
        for (const JointChange& change : looserTypes(model, joint)) {
            if (stop()) return cures;
            if (auto cure = tried(model, t, poses, *now, {change}))
                cures.push_back(std::move(*cure));
        }
    std::ranges::stable_sort(cures, {}, &Cure::redundantLeft);
    const bool enough = cures.empty() || cures.front().redundantLeft == 0;
    if (enough || cures.size() > mostForPairs) return cures;
    const std::vector<Cure> singles = cures;
    std::vector<Cure> pairs;
    for (std::size_t a = 0; a < singles.size(); ++a)
        for (std::size_t b = a + 1; b < singles.size(); ++b) {
            const JointChange first = singles[a].changes[0], second = singles[b].changes[0];
            if (stop()) return cures;
            if (first.joint == second.joint) continue;
            auto cure = tried(model, t, poses, *now, {first, second});
            if (cure && cure->redundantLeft == 0) pairs.push_back(std::move(*cure));
        }
    cures.insert(cures.begin(), pairs.begin(), pairs.end());
    return cures;
}

}  // namespace momentree
