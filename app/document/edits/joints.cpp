// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/joints.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/document/edits/references.hpp"
#include "core/joints/joint_type.hpp"
#include "core/model/curve_joints.hpp"
#include "core/model/marker_axes.hpp"
#include "core/model/rolling.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr double parallel = 1e-9;  ///< [rad]
constexpr double together = 1e-6;  ///< [m]

constexpr double usualLead = 0.01;   ///< of a new screw [m]
constexpr double usualRadius = 0.1;  ///< of what rolls, and of curves [m]
constexpr double usualRollerRadius = 0.01;

/// The marker of one side of a joint; if it is shared, the joint gets a marker of its own.
MarkerDescription& ownMarker(Drawing& drawing, MarkerReference& reference) {
    int users = 0;
    forEachReference(drawing.description, [&](const MarkerReference& other) {
        if (other.body == reference.body && other.marker == reference.marker) ++users;
    });
    auto& markers = *markersOf(drawing.description, reference.body);
    MarkerDescription* marker = findMarker(drawing.description, reference);
    if (marker && users < 2) return *marker;
    MarkerDescription own = marker ? *marker : MarkerDescription{};
    own.name = freeMarkerName(markers);
    markers.push_back(own);
    reference.marker = own.name;
    return markers.back();
}

void orient(Drawing& drawing, MarkerReference& reference, const Matrix3d& R) {
    MarkerDescription& marker = ownMarker(drawing, reference);
    const Matrix3d local = drawing.pose(reference.body).R.transpose() * R;
    marker.orientation.reset();
    marker.z.reset();
    marker.x.reset();
    const auto is = [&] {
        const auto axes = axesOf(marker);
        return axes && axes->isApprox(local, parallel);
    };
    if (is()) return;
    marker.z = scalarsOf(local.col(2), finePlaces);
    if (!is()) marker.x = scalarsOf(local.col(0), finePlaces);
}

/// Turns z of both markers to `axis`; a joint that rotates about it keeps its angle.
void align(Drawing& drawing, JointDescription& joint, const Vector3d& axis, bool keepAngle) {
    const Matrix3d A = frameOf(drawing, joint.a).R, B = frameOf(drawing, joint.b).R;
    const Vector3d z = axis.normalized();
    Vector3d x = A.col(0) - z * z.dot(A.col(0));
    if (x.norm() < 0.1) x = A.col(1) - z * z.dot(A.col(1));
    x.normalize();
    Matrix3d R;
    R << x, z.cross(x), z;
    const Matrix3d turned = A.transpose() * B;
    const double angle =
        keepAngle && jointType(joint.type).turns() ? std::atan2(turned(1, 0), turned(0, 0)) : 0.0;
    orient(drawing, joint.a, R);
    orient(drawing, joint.b, R * rotationZ(angle));
}

void moveMarkerA(Drawing& drawing, JointDescription& joint, const Vector3d& to) {
    if ((frameOf(drawing, joint.a).r - to).norm() < together) return;
    MarkerDescription& marker = ownMarker(drawing, joint.a);
    const Frame body = drawing.pose(joint.a.body);
    marker.position = scalarsOf(body.R.transpose() * (to - body.r), finePlaces);
}

/// Moves marker A to marker B, because the new joint does not allow them to be apart.
void bringTogether(Drawing& drawing, JointDescription& joint) {
    moveMarkerA(drawing, joint, frameOf(drawing, joint.b).r);
}

/// Lays the plane of what rolls under it: as level as the axis of a disc permits.
void layPlane(Drawing& drawing, JointDescription& joint) {
    const Frame b = frameOf(drawing, joint.b);
    const Scalar3& gravity = drawing.description.gravity;
    Vector3d up(-gravity[0].value, -gravity[1].value, -gravity[2].value);
    if (!(up.norm() > 0.0)) up = Vector3d::UnitY();
    const Vector3d axis = b.R.col(2);
    Vector3d normal = up.normalized() - axis * axis.dot(up.normalized());
    if (normal.norm() < 0.1) normal = b.R.col(0);
    normal.normalize();
    moveMarkerA(drawing, joint, b.r - usualRadius * normal);
    Matrix3d R;
    R << axis.cross(normal), normal.cross(axis.cross(normal)), normal;
    orient(drawing, joint.a, R);
}

}  // namespace

double roundedTo(double value, int places) {
    const double scale = std::pow(10.0, places);
    return std::round(value * scale) / scale + 0.0;
}

Scalar3 scalarsOf(const Vector3d& v, int places) {
    return {roundedTo(v.x(), places), roundedTo(v.y(), places), roundedTo(v.z(), places)};
}

int placesIn(const Vector3d& normal) {
    return normal.cwiseAbs().maxCoeff() > 1.0 - 1e-15 ? writtenPlaces : finePlaces;
}

bool hasAxis(const std::string& type) {
    return jointType(type).scalars() > 0 || type.starts_with("point-on-");
}

Frame frameOf(const Drawing& drawing, const MarkerReference& reference) {
    Frame frame;
    if (const MarkerDescription* marker = findMarker(drawing.description, reference)) {
        for (std::size_t k = 0; k < 3; ++k)
            frame.r[static_cast<Eigen::Index>(k)] = marker->position[k].value;
        if (const auto axes = axesOf(*marker)) frame.R = *axes;
    }
    return drawing.pose(reference.body) * frame;
}

JointAxis axisOf(const Drawing& drawing, std::size_t joint) {
    const JointDescription& what = drawing.description.joints[joint];
    return {frameOf(drawing, what.b).r, frameOf(drawing, what.a).R.col(2)};
}

void setAxis(Drawing& drawing, std::size_t joint, const Vector3d& axis) {
    align(drawing, drawing.description.joints[joint], axis, true);
}

void settleAxes(Drawing& drawing, std::size_t joint, const Vector3d& axis) {
    JointDescription& what = drawing.description.joints[joint];
    if (!hasAxis(what.type) && what.type != "fixed") return;
    const Matrix3d A = frameOf(drawing, what.a).R, B = frameOf(drawing, what.b).R;
    const bool along = A.col(2).cross(axis.normalized()).norm() < parallel;
    const bool agree = jointType(what.type).turns() ? (A.col(2) - B.col(2)).norm() < parallel
                                                    : A.isApprox(B, parallel);
    if (!along || !agree) align(drawing, what, axis, false);
}

bool slidesInstead(const std::string& type, int coordinate) {
    return isDisplacement(jointType(type).coordinate(coordinate - 1));
}

bool isHingeType(const std::string& type) {
    return jointType(type).axial() && jointType(type).turns();
}

bool canDrive(const std::string& type) {
    return jointType(type).axial() || isAngle(jointType(type).coordinate(0));
}

/// A circle in the plane of marker A that B, its roller or its face touches where it is.
void addCircle(Drawing& drawing, JointDescription& joint) {
    const Frame A = frameOf(drawing, joint.a);
    if (joint.type == "cam-face") {
        Matrix3d R;
        R << A.R.col(1), A.R.col(2), A.R.col(0);
        orient(drawing, joint.b, R);
    }
    const Vector3d at = A.R.transpose() * (frameOf(drawing, joint.b).r - A.r);
    const double roller = joint.length ? joint.length->value : 0.0;
    const double reach = joint.type == "cam-face" ? usualRadius : -usualRadius - roller;
    const auto term = [](double middle, const char* function) {
        const std::string offset = numberText(roundedTo(middle, writtenPlaces));
        return (offset == "0" ? "" : offset + " + ") + numberText(usualRadius) + "*" + function;
    };
    PlaneCurveDescription curve;
    curve.x.text = term(at.x() + reach, "cos(s)");
    curve.y.text = term(at.y(), "sin(s)");
    curve.to.text = "2*pi";
    joint.curve = std::move(curve);
}

QString setJointType(Drawing& drawing, std::size_t joint, const std::string& type) {
    JointDescription& what = drawing.description.joints[joint];
    if (what.type == type) return {};
    const std::string before = what.type;
    const Vector3d a = frameOf(drawing, what.a).r, b = frameOf(drawing, what.b).r;
    if (type == "distance" && (a - b).norm() < together)
        return tr("a rod needs two points apart, and these coincide; draw it with the rod tool");
    for (const MotionDescription& motion : drawing.description.motions)
        if (motion.joint == what.name &&
            slidesInstead(before, motion.coordinate) != slidesInstead(type, motion.coordinate))
            return tr("%1 drives it and does not fit the new type; delete the motor first")
                .arg(QString::fromStdString(motion.name));
    what.type = type;
    what.length.reset();
    what.semiAxes.reset();
    what.curve.reset();
    if (type == "cam-roller") what.length = Scalar(usualRollerRadius);
    if (hasCurve(type)) addCircle(drawing, what);
    if (type == "rolling-disc") what.length = Scalar(usualRadius);
    if (type == "rolling-ellipsoid")
        what.semiAxes = {Scalar(usualRadius), Scalar(usualRadius), Scalar(usualRadius)};
    if (type == "distance") what.length = Scalar(roundedTo((a - b).norm(), writtenPlaces));
    if (type == "screw") what.length = Scalar(usualLead);
    std::erase_if(drawing.description.jointStarts,
                  [&](const JointStart& start) { return start.joint == what.name; });
    if (rolls(type)) layPlane(drawing, what);
    if (type == "distance" || type == "free" || isNonHolonomic(type) || hasCurve(type)) return {};
    // A screw starts at 0, because its angle and displacement depend on each other.
    if (!jointType(type).slides() || !jointType(before).slides() || type == "screw")
        bringTogether(drawing, what);
    if (hasAxis(type) || type == "fixed" || type == "constant-velocity")
        align(drawing, what, frameOf(drawing, what.a).R.col(2),
              jointType(before).turns() && type != "screw");
    return {};
}

}  // namespace momentree::app
