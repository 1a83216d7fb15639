// SPDX-License-Identifier: Apache-2.0
#include "core/session/carry_over.hpp"

#include <algorithm>

#include "core/diagnostics/row_angles.hpp"
#include "core/kinematics/assemble_near.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

template <typename Element, typename Same>
bool alike(const std::vector<Element>& a, const std::vector<Element>& b, const Same& same) {
    return std::ranges::equal(a, b, same);
}

bool sameJoint(const JointElement& a, const JointElement& b) {
    return a.name == b.name && a.type == b.type && a.A.body == b.A.body && a.B.body == b.B.body;
}

/// Whether two terms of couplings say the same.
bool sameTerm(const Constraint& a, const Constraint& b) {
    return a.coupling == b.coupling && a.ratio == b.ratio && a.offset == b.offset;
}

/// Whether the tree coordinates of both have the same meaning.
bool sameLink(const TreeBody& a, const TreeBody& b) {
    return a.body == b.body && a.parent == b.parent && a.element == b.element &&
           a.motion == b.motion && a.joint.index() == b.joint.index();
}

/// The difference that prevents a motion of `model` from continuing in `next`, empty if there is
/// none.
std::string difference(const Model& model, const Model& next) {
    const auto byName = [](const auto& a, const auto& b) { return a.name == b.name; };
    if (!alike(model.bodies, next.bodies, byName)) return "bodies";
    if (!alike(model.joints, next.joints, sameJoint)) return "joints";
    if (!alike(model.motions, next.motions, byName)) return "prescribed motions";
    if (model.description.couplings != next.description.couplings ||
        !alike(model.constraints, next.constraints, sameTerm))
        return "couplings";
    if (!alike(model.tree.bodies, next.tree.bodies, sameLink)) return "joints in its spanning tree";
    return {};
}

/// The turns of joints as recorded; those of springs and probes if there are as many in `next`.
std::vector<double> anglesAt(const RunPoint& point, const RowLayout& layout, const Model& next,
                             const InitialState& state) {
    RowAngles recorded(*point.model, layout);
    for (std::size_t r = 0; r <= point.row; ++r) recorded.follow(point.recording->row(r));
    const CountedAngles now = countedAngles(next);
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(state.bodies);
    std::vector<double> angles = anglesNear(now, bodies, recorded.values());
    const auto keep = [&](const std::vector<int>& before, const std::vector<int>& after) {
        for (std::size_t k = 0; k < after.size() && before.size() == after.size(); ++k)
            if (before[k] >= 0 && after[k] >= 0)
                angles[toIndex(after[k])] =
                    withTurns(angles[toIndex(after[k])], recorded.values()[toIndex(before[k])]);
    };
    keep(recorded.angles().ofLoad, now.ofLoad);
    keep(recorded.angles().ofProbe, now.ofProbe);
    if (point.model->controllerStates == next.controllerStates)
        angles.insert(angles.end(), recorded.values().end() - next.controllerStates,
                      recorded.values().end());
    return angles;
}

void keepSigns(std::span<const double> row, const RowLayout& layout, LaterStart& start) {
    for (std::size_t i = 0; i < start.state.bodies.size(); ++i) {
        Quat<double>& e = start.state.bodies[i].e;
        const int at = layout.body(static_cast<int>(i)) + 3;
        if (e.dot(Eigen::Map<const Quat<double>>(row.data() + at)) < 0.0) e = -e;
    }
}

/// Recorded coordinates of all joints.
std::vector<std::array<double, 7>> jointsIn(std::span<const double> row, const RowLayout& layout,
                                            std::size_t count) {
    std::vector<std::array<double, 7>> joints(count);
    for (std::size_t j = 0; j < count; ++j) {
        const int index = static_cast<int>(j);
        std::copy_n(row.data() + layout.jointQ(index), layout.jointCoordinates(index),
                    joints[j].begin());
    }
    return joints;
}

}  // namespace

bool sameMechanism(const Model& a, const Model& b) { return difference(a, b).empty(); }

Result<LaterStart> carryOver(const RunPoint& point, const Model& next, AssemblyReport* report) {
    const Model& model = *point.model;
    if (const std::string other = difference(model, next); !other.empty())
        return fail(error(
            Place::model(""),
            MOMENTREE_TEXT(
                "run-other-mechanism",
                "has other %1 than the run that should continue; start it from time 0")(other)));
    const RowLayout layout(model);
    const auto row = point.recording->row(point.row);
    JointMotion motion{row[0], Eigen::VectorXd(model.tree.nq), Eigen::VectorXd(model.tree.nu)};
    jointsFromBodies(model, motion.time, bodiesOf(model, layout, row), motion.q.data(),
                     motion.u.data());
    if (!motion.q.allFinite() || !motion.u.allFinite())
        return fail(error(Place::run(),
                          MOMENTREE_TEXT("run-not-finite",
                                         "has no finite state to continue from at this instant")));
    auto state = assembleNear(next, motion, report);
    if (!state) return tl::unexpected(std::move(state.error()));
    LaterStart start{motion.time, std::move(*state), jointsIn(row, layout, next.joints.size())};
    start.state.angles = anglesAt(point, layout, next, start.state);
    keepSigns(row, layout, start);
    return start;
}

}  // namespace momentree
