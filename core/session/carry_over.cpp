// SPDX-License-Identifier: Apache-2.0
#include "core/session/carry_over.hpp"

#include <algorithm>

#include "core/diagnostics/row_layout.hpp"
#include "core/dynamics/loads.hpp"
#include "core/kinematics/assemble_near.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {
namespace {

template <typename Element, typename Same>
bool alike(const std::vector<Element>& a, const std::vector<Element>& b, const Same& same) {
    return std::ranges::equal(a, b, same);
}

bool sameJoint(const JointElement& a, const JointElement& b) {
    return a.name == b.name && a.type == b.type && a.A.body == b.A.body && a.B.body == b.B.body;
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
    if (!alike(model.tree.bodies, next.tree.bodies, sameLink)) return "joints in its spanning tree";
    return {};
}

std::vector<BodyKinematics<double>> bodiesOf(const Model& model, std::span<const double> row,
                                             const RowLayout& layout) {
    std::vector<BodyKinematics<double>> bodies;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const double* at = row.data() + layout.body(static_cast<int>(i));
        BodyState state;
        state.r = Eigen::Map<const Vector3d>(at);
        state.e = Eigen::Map<const Quat<double>>(at + 3).normalized();
        state.v = Eigen::Map<const Vector3d>(at + 7);
        state.w = Eigen::Map<const Vector3d>(at + 10);
        bodies.push_back(kinematicsOf(state));
    }
    return bodies;
}

/// Angles of torsional loads are not recorded, so their turns are counted along the rows.
std::vector<double> loadAngles(const RunPoint& point, const RowLayout& layout) {
    AngleMemory memory;
    if (point.model->axialLoads.empty()) return {};
    for (std::size_t r = 0; r <= point.row; ++r) {
        const auto bodies = bodiesOf(*point.model, point.recording->row(r), layout);
        remember<double>(*point.model, bodies, memory);
    }
    return memory.angles;
}

void keepTurns(const RunPoint& point, const RowLayout& layout, const Model& next,
               LaterStart& start) {
    const auto row = point.recording->row(point.row);
    if (next.axialLoads.size() == point.model->axialLoads.size())
        start.loadAngles = loadAngles(point, layout);
    for (std::size_t i = 0; i < next.bodies.size(); ++i) {
        Quat<double>& e = start.state.bodies[i].e;
        const int at = layout.body(static_cast<int>(i)) + 3;
        if (e.dot(Eigen::Map<const Quat<double>>(row.data() + at)) < 0.0) e = -e;
    }
    start.jointQ.resize(next.joints.size());
    for (std::size_t j = 0; j < next.joints.size(); ++j) {
        const int index = static_cast<int>(j);
        std::copy_n(row.data() + layout.jointQ(index), layout.jointCoordinates(index),
                    start.jointQ[j].begin());
    }
    if (next.probes.size() != point.model->probes.size()) return;
    const auto probes = row.subspan(static_cast<std::size_t>(layout.probe(0)), next.probes.size());
    start.probes.assign(probes.begin(), probes.end());
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
    jointsFromBodies(model, motion.time, bodiesOf(model, row, layout), motion.q.data(),
                     motion.u.data());
    if (!motion.q.allFinite() || !motion.u.allFinite())
        return fail(error(Place::run(),
                          MOMENTREE_TEXT("run-not-finite",
                                         "has no finite state to continue from at this instant")));
    auto state = assembleNear(next, motion, report);
    if (!state) return tl::unexpected(std::move(state.error()));
    LaterStart start{motion.time, std::move(*state), {}, {}, {}};
    keepTurns(point, layout, next, start);
    return start;
}

}  // namespace momentree
