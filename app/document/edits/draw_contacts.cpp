// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts and cams drawn from one point to another.
#include <algorithm>

#include "app/document/edits/draw.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr double usualBall = 0.01;    ///< largest radius of a new ball on a plane [m]
constexpr double usualRebound = 0.5;  ///< restitution
constexpr double rollerOfDistance =
    0.15;                          ///< radius of a new roller over its distance from the cam
constexpr double liftOfCam = 0.2;  ///< eccentricity over the smallest radius

/// A new marker at a point of a body, or of ground, with these axes in the world.
MarkerReference addMarker(Drawing& drawing, const DrawnPoint& point, const Vector3d& z,
                          const Vector3d& x) {
    const std::string body = point.free() ? "ground" : point.on.body;
    auto& markers = *markersOf(drawing.description, body);
    const Frame frame = drawing.pose(body);
    const auto local = [&](const Vector3d& v) { return Vector3d(frame.R.transpose() * v); };
    MarkerDescription marker;
    marker.name = freeMarkerName(markers);
    marker.position = scalarsOf(local(point.at - frame.r), finePlaces);
    marker.z = scalarsOf(local(z), finePlaces);
    marker.x = scalarsOf(local(x), finePlaces);
    markers.push_back(marker);
    return {body, marker.name, 0};
}

/// A number that is written with few digits.
double brief(double value) { return roundedTo(value, 4); }

}  // namespace

void Drawing::addContact(const DrawnPoint& from, const DrawnPoint& to, bool spheres) {
    const Vector3d span = to.at - from.at;
    ContactDescription contact;
    contact.restitution = Scalar(usualRebound);
    if (spheres) {
        contact.a = markerAt(from);
        contact.radiusA = contact.radius = Scalar(roundedTo(0.5 * span.norm(), writtenPlaces));
    } else {
        const Vector3d normal = span.normalized();
        contact.a = addMarker(*this, from, normal, normal.unitOrthogonal());
        contact.radius = Scalar(std::min(usualBall, roundedTo(span.norm(), writtenPlaces)));
    }
    contact.b = markerAt(to);
    ForceDescription force;
    force.name = freeName(description, "contact");
    force.law = std::move(contact);
    description.forces.push_back(std::move(force));
}

void Drawing::addCam(const DrawnPoint& from, const DrawnPoint& to) {
    const Vector3d span = to.at - from.at;
    const double distance = span.norm();
    const double roller = brief(rollerOfDistance * distance);
    const double least = distance - roller, shift = brief(liftOfCam * least);
    const std::string radius = numberText(roundedTo(least + shift, writtenPlaces));
    Vector3d normal = plane.R.col(2) - span * (span.dot(plane.R.col(2)) / (distance * distance));
    normal = normal.norm() > 1e-6 ? Vector3d(normal.normalized()) : span.unitOrthogonal();
    JointDescription joint;
    joint.name = freeName(description, "cam");
    joint.type = "cam-roller";
    joint.a = addMarker(*this, from, normal, span / distance);
    joint.b = markerAt(to);
    joint.length = Scalar(roller);
    PlaneCurveDescription curve;
    curve.x.text = "-" + numberText(shift) + " + " + radius + "*cos(s)";
    curve.y.text = radius + "*sin(s)";
    curve.to.text = "2*pi";
    joint.curve = std::move(curve);
    description.joints.push_back(std::move(joint));
}

}  // namespace momentree::app
