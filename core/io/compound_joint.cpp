// SPDX-License-Identifier: Apache-2.0
#include "core/io/compound_joint.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/shortest_turn.hpp"

namespace momentree {
namespace {

using Kind = RobotJoint::Kind;

constexpr double sameDirection = 1e-9;
constexpr double samePoint = 1e-9;    ///< [m]
constexpr double independent = 1e-3;  ///< volume spanned by three directions

/// Axes with z along `axis`; x is kept if `axis` is z.
Matrix3d axesAlong(const Vector3d& axis) {
    return shortestTurn(Vector3d::UnitZ(), axis).toRotationMatrix();
}

/// Where the axes of two joints meet.
std::optional<Vector3d> meetingPoint(const RobotJoint& a, const RobotJoint& b) {
    const Vector3d between = b.at - a.at;
    const double c = a.axis.dot(b.axis), sine2 = 1.0 - c * c;
    if (sine2 < sameDirection) return std::nullopt;
    // Closest points a.at + s a and b.at + t b.
    const double s = (between.dot(a.axis) - c * between.dot(b.axis)) / sine2;
    const double t = (c * between.dot(a.axis) - between.dot(b.axis)) / sine2;
    const Vector3d onA = a.at + s * a.axis, onB = b.at + t * b.axis;
    if ((onA - onB).norm() > samePoint) return std::nullopt;
    return onA;
}

bool span(const RobotJoint& a, const RobotJoint& b, const RobotJoint& c) {
    return std::abs(a.axis.dot(b.axis.cross(c.axis))) > independent;
}

std::optional<CompoundJoint> single(const RobotJoint& joint) {
    switch (joint.kind) {
        case Kind::Revolute:
            return CompoundJoint{"revolute", {axesAlong(joint.axis), joint.at}};
        case Kind::Prismatic:
            return CompoundJoint{"prismatic", {axesAlong(joint.axis), joint.at}};
        case Kind::Screw:
            return CompoundJoint{"screw", {axesAlong(joint.axis), joint.at}};
        case Kind::Planar:
            return CompoundJoint{"planar", {axesAlong(joint.axis), joint.at}};
        case Kind::Spherical:
            return CompoundJoint{"spherical", {Matrix3d::Identity(), joint.at}};
        case Kind::Free:
            return CompoundJoint{"free", {Matrix3d::Identity(), joint.at}};
        case Kind::Fixed:
            return CompoundJoint{"fixed", {Matrix3d::Identity(), joint.at}};
    }
    return std::nullopt;
}

std::optional<CompoundJoint> universal(const RobotJoint& first, const RobotJoint& second) {
    const auto point = meetingPoint(first, second);
    if (!point || std::abs(first.axis.dot(second.axis)) > sameDirection) return std::nullopt;
    // The joint turns about x of A, then about y of B.
    Matrix3d R;
    R << first.axis, second.axis, first.axis.cross(second.axis);
    return CompoundJoint{"universal", {R, *point}};
}

/// Two translations in a plane and a turn about its normal, in any order. The joint moves along the
/// axis of the first translation, across it, and turns about z.
std::optional<CompoundJoint> planar(const RobotJoint& a, const RobotJoint& b,
                                    const RobotJoint& turn) {
    const bool inPlane = std::abs(a.axis.dot(turn.axis)) < sameDirection &&
                         std::abs(b.axis.dot(turn.axis)) < sameDirection;
    if (!inPlane || !span(a, b, turn)) return std::nullopt;
    Matrix3d R;
    R << a.axis, turn.axis.cross(a.axis), turn.axis;
    return CompoundJoint{"planar", {R, turn.at}};
}

}  // namespace

std::optional<CompoundJoint> compoundOf(const std::vector<RobotJoint>& joints) {
    if (joints.size() == 1) return single(joints.front());
    std::vector<RobotJoint> turns, slides;
    std::size_t balls = 0;
    for (const RobotJoint& joint : joints) {
        if (joint.kind == Kind::Revolute) turns.push_back(joint);
        if (joint.kind == Kind::Prismatic) slides.push_back(joint);
        if (joint.kind == Kind::Spherical) ++balls;
    }
    if (turns.size() + slides.size() + balls != joints.size()) return std::nullopt;
    const bool turnsFreely = (balls == 1 && turns.empty()) || (balls == 0 && turns.size() == 3 &&
                                                               span(turns[0], turns[1], turns[2]));
    if (slides.size() == 3 && turnsFreely && span(slides[0], slides[1], slides[2]))
        return CompoundJoint{"free", {}};
    if (balls > 0) return std::nullopt;
    if (slides.empty() && turns.size() == 2) return universal(turns[0], turns[1]);
    if (slides.empty() && turns.size() == 3 && turnsFreely) {
        const auto point = meetingPoint(turns[0], turns[1]),
                   same = meetingPoint(turns[0], turns[2]);
        if (!point || !same || (*point - *same).norm() > samePoint) return std::nullopt;
        return CompoundJoint{"spherical", {Matrix3d::Identity(), *point}};
    }
    if (slides.size() == 1 && turns.size() == 1 &&
        slides[0].axis.cross(turns[0].axis).norm() < sameDirection)
        return CompoundJoint{"cylindrical", {axesAlong(turns[0].axis), turns[0].at}};
    if (slides.size() == 2 && turns.size() == 1) return planar(slides[0], slides[1], turns[0]);
    return std::nullopt;
}

std::optional<std::vector<double>> speedsOf(const std::vector<RobotJoint>& joints) {
    if (joints.size() == 1) return joints.front().speeds;
    if (const auto kind = compoundOf(joints); kind && kind->type == "planar") {
        Vector3d u = Vector3d::Zero();
        for (const RobotJoint& joint : joints)
            u += joint.speeds.empty()
                     ? Vector3d(Vector3d::Zero())
                     : Vector3d(joint.speeds[0] * kind->at.R.transpose() * joint.axis);
        return std::vector{u.x(), u.y(), u.z()};
    }
    if (joints.size() > 2) return std::nullopt;
    const RobotJoint &first = joints[0], &second = joints[1];
    if (first.kind == second.kind) return std::vector{first.speeds.at(0), second.speeds.at(0)};
    // Of a cylindrical joint the angle comes first; the other axis may point backwards.
    const bool turnsFirst = first.kind == Kind::Revolute;
    const double sign = first.axis.dot(second.axis) < 0.0 ? -1.0 : 1.0;
    return std::vector{(turnsFirst ? first : second).speeds.at(0),
                       sign * (turnsFirst ? second : first).speeds.at(0)};
}

}  // namespace momentree
