// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/given_start.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/closures.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double withoutTurns(double angle) { return std::remainder(angle, 2.0 * std::numbers::pi); }

/// The rotation vector from one orientation to another, in axes of the latter.
Vector3d turnBetween(const Quat<double>& from, const Quat<double>& to) {
    const Eigen::AngleAxisd turn(
        Matrix3d(rotationOf<double>(from).transpose() * rotationOf<double>(to)));
    return turn.angle() * turn.axis();
}

template <typename J>
VecN<double, J::nu> between(const double* given, const double* now) {
    VecN<double, J::nu> change;
    using Coordinates = Eigen::Map<const Quat<double>>;
    if constexpr (J::nq == J::nu) {
        for (std::size_t k = 0; k < J::nu; ++k) {
            const double moved = now[k] - given[k];
            change[static_cast<Eigen::Index>(k)] = J::angular[k] ? withoutTurns(moved) : moved;
        }
    } else {
        constexpr int at = J::nq - 4;
        const Quat<double> from = Coordinates(given + at), to = Coordinates(now + at);
        change.template tail<3>() = turnBetween(from.normalized(), to.normalized());
        if constexpr (J::nu == 6)
            change.template head<3>() =
                rotationOf<double>(to.normalized()).transpose() *
                (Eigen::Map<const Vector3d>(now) - Eigen::Map<const Vector3d>(given));
    }
    return change;
}

template <typename Values>
bool copied(const std::vector<Scalar>& from, Values& to) {
    for (std::size_t k = 0; k < std::min(from.size(), to.size()); ++k) to[k] = from[k].value;
    return !from.empty();
}

}  // namespace

int prescribedCoordinate(const Model& model, int motion) {
    return model.description.motions[static_cast<std::size_t>(motion)].coordinate - 1;
}

std::vector<GivenStart> givenStarts(const Model& model) {
    std::vector<GivenStart> found;
    for (const JointStart& start : model.description.jointStarts) {
        const auto joint = std::ranges::find(model.joints, start.joint, &JointElement::name);
        if (joint == model.joints.end()) continue;
        GivenStart& given = found.emplace_back();
        given.joint = static_cast<int>(joint - model.joints.begin());
        given.line = start.line;
        given.hasQ = copied(start.q, given.q);
        given.hasU = copied(start.u, given.u);
        for (std::size_t i = 0; i < model.tree.bodies.size(); ++i)
            if (model.tree.bodies[i].element == given.joint) given.tree = static_cast<int>(i);
        for (std::size_t m = model.motions.size(); m-- > 0;)
            if (model.motions[m].joint == given.joint)
                given.motion[static_cast<std::size_t>(
                    prescribedCoordinate(model, static_cast<int>(m)))] = static_cast<int>(m);
    }
    return found;
}

VectorXd changeOf(const Model& model, const GivenStart& given,
                  std::span<const BodyKinematics<double>> bodies) {
    const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(joint, bodies, q.data(), u.data());
    return visitJoint(
        [&](auto kind) { return VectorXd(between<decltype(kind)>(given.q.data(), q.data())); },
        joint.kind);
}

MatrixXd speedsOf(const Model& model, const JointElement& joint, const VectorXd& q,
                  std::span<const BodyKinematics<double>> bodies) {
    const MarkerKinematics<double> B = markerKinematics(joint.B, bodies);
    const Vector3d fromA = B.r - at(bodies, joint.A.body).r;
    std::array<double, 7> own{};
    std::array<double, 6> u{};
    jointCoordinates(joint, bodies, own.data(), u.data());
    MatrixXd rows = MatrixXd::Zero(speedCount(joint.kind), model.tree.nu);
    const auto put = [&](const Vec6<double>& e, Eigen::Index row) {
        ConstraintTerms<double>::Rows onA(1, 6), onB(1, 6);
        onB << e.head<3>().transpose(), (B.arm.cross(e.head<3>()) + e.tail<3>()).transpose();
        onA << -e.head<3>().transpose(), -(fromA.cross(e.head<3>()) + e.tail<3>()).transpose();
        addVelocities(model, q, bodies, joint.A.body, onA, rows.middleRows(row, 1));
        addVelocities(model, q, bodies, joint.B.body, onB, rows.middleRows(row, 1));
    };
    visitJoint(
        [&](auto kind) {
            if constexpr (decltype(kind)::nu > 0) {
                const auto E = rotate<double>(B.R, kind.template E<double>(own.data()));
                for (int k = 0; k < kind.nu; ++k) put(E.col(k), k);
            }
        },
        joint.kind);
    return rows;
}

int treeSpeed(const Model& model, const GivenStart& given, int k) {
    const TreeBody& tree = model.tree.bodies[static_cast<std::size_t>(given.tree)];
    const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
    // Seen from its other end, a universal joint has its axes in the opposite order.
    const bool exchanged = joint.type == "universal" && joint.A.body == tree.body;
    return tree.firstU + (exchanged ? 1 - k : k);
}

std::string listText(std::span<const double> values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + numberText(value, 6);
    return values.size() == 1 ? text : "[" + text + "]";
}

Diagnostics replacedByMotions(const Model& model, const GivenStart& given, double tolerance,
                              double size) {
    Diagnostics found;
    const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
    for (std::size_t k = 0; k < given.motion.size(); ++k) {
        if (given.motion[k] < 0) continue;
        const MotionElement& motion = model.motions[static_cast<std::size_t>(given.motion[k])];
        const Law::Value law = motion.law.at(0.0);
        const double q = motion.sign * law.f + motion.offset, u = motion.sign * law.df;
        const double moved = motion.rotation ? withoutTurns(q - given.q[k]) : q - given.q[k];
        const double unit = motion.rotation ? 1.0 : size;
        const auto tell = [&](const char* symbol, double used, double written) {
            const std::string letter = symbol;
            found.push_back(warning(
                Place::joint(joint.name).part("start"),
                MOMENTREE_TEXT("start-replaced-by-motion",
                               "motion '%1' prescribes this coordinate and starts it at %2 = %3; "
                               "the given %4 is not used")(motion.name, letter, numberText(used, 6),
                                                           numberText(written, 6)),
                given.line));
        };
        if (given.hasQ && std::abs(moved) > tolerance * unit) tell("q", q, given.q[k]);
        const double faster = std::max(std::abs(u), std::abs(given.u[k]));
        if (given.hasU && std::abs(u - given.u[k]) > tolerance * faster) tell("u", u, given.u[k]);
    }
    return found;
}

}  // namespace momentree
