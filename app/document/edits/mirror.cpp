// SPDX-License-Identifier: GPL-3.0-or-later
// With M = diag(-1, 1, 1) in the world and S = diag(1, -1, 1) in bodies and markers, an orientation
// R becomes M R S, which is a rotation; a frame F within a body becomes S F S.
#include "app/document/edits/mirror.hpp"

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <cmath>

#include "app/document/edits/references.hpp"
#include "core/joints/joint_type.hpp"
#include "core/math/quaternion.hpp"

namespace momentree::app {
namespace {

void negate(Scalar& scalar) {
    scalar.value = -scalar.value + 0.0;
    if (!scalar.text.empty()) scalar.text = "-(" + scalar.text + ")";
}

using Orientation = std::array<Scalar, 4>;

bool isAlongX(const MarkerDescription& marker) {
    if (!marker.z) return false;
    const Vector3d z = valueOf(*marker.z);
    return std::abs(z.x()) > 0.9 * z.norm();
}

/// Writes all axes, since omitted ones would get other defaults after the reflection (see
/// `axesOf`).
void writeAxes(MarkerDescription& marker) {
    if (!marker.x) {
        const double alongY = isAlongX(marker) ? 1.0 : 0.0;
        marker.x = Scalar3{Scalar(1.0 - alongY), Scalar(alongY), Scalar(0.0)};
    }
    if (!marker.z) marker.z = Scalar3{Scalar(0.0), Scalar(0.0), Scalar(1.0)};
}

/// S F S
void mirrorInside(MarkerDescription& marker) {
    if (!marker.orientation && isAlongX(marker)) writeAxes(marker);
    negate(marker.position[1]);
    if (marker.orientation) {
        negate((*marker.orientation)[1]);
        negate((*marker.orientation)[3]);
    }
    if (marker.z) negate((*marker.z)[1]);
    if (marker.x) negate((*marker.x)[1]);
}

/// M R S as a quaternion: that of S R S, rotated by half a turn about z.
void mirrorOutside(Orientation& e) {
    Orientation mirrored = e;
    negate(mirrored[1]);
    negate(mirrored[3]);
    e = mirrored;
    e[0] = mirrored[3];
    negate(e[0]);
    e[1] = mirrored[2];
    negate(e[1]);
    e[2] = mirrored[1];
    e[3] = mirrored[0];
}

void mirrorGroundMarker(MarkerDescription& marker) {
    negate(marker.position[0]);
    if (marker.orientation) return mirrorOutside(*marker.orientation);
    writeAxes(marker);
    negate((*marker.z)[0]);
    negate((*marker.x)[0]);
}

void mirrorBody(BodyDescription& body) {
    for (MarkerDescription& marker : body.markers) mirrorInside(marker);
    negate(body.com[1]);
    for (const auto& [i, j] : {std::pair(0, 1), {1, 0}, {1, 2}, {2, 1}})
        negate(body.inertia[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
}

void mirrorStart(BodyStart& start) {
    if (start.position) negate((*start.position)[0]);
    if (!start.orientation) start.orientation = Orientation{Scalar(1.0), {}, {}, {}};
    mirrorOutside(*start.orientation);
    if (start.velocity) negate((*start.velocity)[0]);
    if (!start.angularVelocity) return;
    negate((*start.angularVelocity)[1]);
    negate((*start.angularVelocity)[2]);
}

void negate(LawDescription& law) {
    negate(law.offset);
    negate(law.rate);
    negate(law.amplitude);
    for (auto& c : law.coefficients) negate(c);
    for (auto& v : law.values) negate(v);
}

/// A law of the angle q and its rate u takes both with opposite signs.
void negateState(LawDescription& law) {
    static const QRegularExpression state(QStringLiteral("\\b([qu])\\b"));
    if (!law.ofState) return;
    law.offset.text = QString::fromStdString(law.offset.text)
                          .replace(state, QStringLiteral("(-\\1)"))
                          .toStdString();
}

/// Whether coordinate or speed k (from 1) of a joint changes its sign: rotations about x and z of a
/// marker and translations along its y do.
bool flips(const ModelDescription& model, const std::string& joint, int k) {
    const auto found = std::ranges::find(model.joints, joint, &JointDescription::name);
    if (found == model.joints.end()) return false;
    const char motion = jointType(found->type).speed(k - 1);
    return motion == 'X' || motion == 'Z' || motion == 'y';
}

/// The same for coordinate k, where a quaternion has one more entry than there are speeds.
bool flipsCoordinate(const ModelDescription& model, const std::string& joint, std::size_t count,
                     int k) {
    if (count == 4) return k == 2 || k == 4;
    if (count == 7) return k == 2 || k == 5 || k == 7;
    return flips(model, joint, k);
}

/// The curve of a coordinate that changes its sign.
void reverse(CurveDescription& curve) {
    for (auto* list : {&curve.positions, &curve.values}) {
        for (Scalar& value : *list) negate(value);
        std::ranges::reverse(*list);
    }
}

/// Displacements along y and rotations about x and z change their sign.
void mirrorBushing(BushingDescription& bushing) {
    for (const std::size_t k : {1U, 3U, 5U}) reverse(bushing.curves[k]);
    for (auto* matrix : {&bushing.stiffness, &bushing.damping})
        for (std::size_t k = 0; k < matrix->size(); ++k)
            if (matrix->size() == 36 && (k / 6 + k % 6) % 2 == 1) negate((*matrix)[k]);
}

void mirrorForce(ForceDescription& force) {
    if (auto* applied = std::get_if<AppliedForceDescription>(&force.law)) {
        // A torque also changes its sign as a whole.
        const std::size_t axis = applied->bodyAxes ? 1 : 0;
        for (std::size_t k = 0; k < 3; ++k)
            if ((k == axis) != applied->torque) negate(applied->direction[k]);
    } else if (auto* torque = std::get_if<AxialTorqueDescription>(&force.law)) {
        negate(torque->angle);
        negateState(torque->law);
        negate(torque->law);
        CharacteristicDescription& more = torque->characteristic;
        negate(more.stall);
        negate(more.noLoadSpeed);
        reverse(more.curve);
    } else if (auto* bushing = std::get_if<BushingDescription>(&force.law)) {
        mirrorBushing(*bushing);
    }
}

void set(Scalar3& to, const Vector3d& value) {
    for (std::size_t k = 0; k < 3; ++k) {
        const double x = value[static_cast<Eigen::Index>(k)];
        const double r = std::round(x * 1e9) / 1e9 + 0.0;
        if (r != to[k].value) to[k] = r;
    }
}

void turn(Orientation& e, const Matrix3d& R) {
    const Eigen::Quaterniond was(e[0].value, e[1].value, e[2].value, e[3].value);
    const Eigen::Quaterniond is = Eigen::Quaterniond(R) * was;
    e = {Scalar(is.w() + 0.0), Scalar(is.x() + 0.0), Scalar(is.y() + 0.0), Scalar(is.z() + 0.0)};
}

void turn(MarkerDescription& marker, const Matrix3d& R) {
    if (marker.orientation) return turn(*marker.orientation, R);
    writeAxes(marker);
    set(*marker.x, R * valueOf(*marker.x));
    set(*marker.z, R * valueOf(*marker.z));
}

void turn(BodyStart& start, const Matrix3d& R) {
    if (!start.orientation) start.orientation = Orientation{Scalar(1.0), {}, {}, {}};
    turn(*start.orientation, R);
    for (auto* vector : {&start.velocity, &start.angularVelocity})
        if (*vector) set(**vector, R * valueOf(**vector));
}

/// Removes rounding errors.
Matrix3d cleaned(const Matrix3d& R) { return R.isIdentity(1e-12) ? Matrix3d::Identity() : R; }

/// The rotation from the result of `mirror` to the reflection along the first axis of the
/// placement.
Matrix3d turnOfMirror(const Placement& placement) {
    if (!placement.mirrored) return Matrix3d::Identity();
    const Eigen::DiagonalMatrix<double, 3> mirrorX(-1.0, 1.0, 1.0);
    return cleaned(placement.axes * mirrorX * placement.axes.transpose() * mirrorX);
}

}  // namespace

void mirror(ModelDescription& model) {
    for (MarkerDescription& marker : model.groundMarkers) mirrorGroundMarker(marker);
    for (BodyDescription& body : model.bodies) mirrorBody(body);
    for (BodyStart& start : model.bodyStarts) mirrorStart(start);
    for (JointStart& start : model.jointStarts) {
        for (std::size_t k = 0; k < start.u.size(); ++k)
            if (flips(model, start.joint, static_cast<int>(k) + 1)) negate(start.u[k]);
        for (std::size_t k = 0; k < start.q.size(); ++k)
            if (flipsCoordinate(model, start.joint, start.q.size(), static_cast<int>(k) + 1))
                negate(start.q[k]);
    }
    for (MotionDescription& motion : model.motions)
        if (motion.a || flips(model, motion.joint, motion.coordinate)) negate(motion.law);
    for (CouplingDescription& coupling : model.couplings)
        for (CouplingTermDescription& term : coupling.terms)
            if (flips(model, term.joint, term.coordinate)) negate(term.ratio);
    for (JointDescription& joint : model.joints)
        if (joint.type == "screw" && joint.length) negate(*joint.length);
    for (JointDescription& joint : model.joints)
        for (LimitDescription& limit : joint.limits)
            if (flips(model, joint.name, limit.coordinate)) {
                std::swap(limit.least, limit.most);
                for (auto* bound : {&limit.least, &limit.most})
                    if (*bound) negate(**bound);
            }
    for (ForceDescription& force : model.forces) mirrorForce(force);
}

void move(ModelDescription& model, const Placement& placement) {
    const Matrix3d mirroring = turnOfMirror(placement);
    const Eigen::AngleAxisd turning(placement.turn, placement.axes.col(2));
    const Matrix3d R = cleaned(turning.toRotationMatrix() * mirroring);
    Vector3d from = placement.about;
    if (placement.mirrored) from.x() = -from.x();
    const auto moved = [&](const Vector3d& at) -> Vector3d {
        return R * (at - from) + placement.about + placement.shift;
    };
    const bool turns = !R.isIdentity(0.0);
    for (MarkerDescription& marker : model.groundMarkers) {
        set(marker.position, moved(valueOf(marker.position)));
        if (turns) turn(marker, R);
    }
    for (BodyStart& start : model.bodyStarts) {
        if (start.position) set(*start.position, moved(valueOf(*start.position)));
        if (turns) turn(start, R);
    }
    for (ForceDescription& force : model.forces)
        if (auto* applied = std::get_if<AppliedForceDescription>(&force.law))
            if (!applied->bodyAxes && !mirroring.isIdentity(0.0))
                set(applied->direction, mirroring * valueOf(applied->direction));
}

}  // namespace momentree::app
