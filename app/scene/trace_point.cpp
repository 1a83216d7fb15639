// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/trace_point.hpp"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLineF>
#include <algorithm>

#include "app/base/display_unit.hpp"
#include "app/base/text.hpp"
#include "core/joints/joint_type.hpp"

namespace momentree::app {
namespace {

constexpr double near_px = 12.0;
constexpr double samePlace = 1e-6;  ///< [m]

int bodyIndex(const Model& model, const std::string& name) {
    const auto found =
        std::ranges::find_if(model.bodies, [&](const Body& body) { return body.name == name; });
    return found == model.bodies.end() ? ground : static_cast<int>(found - model.bodies.begin());
}

/// Whether both links of a joint keep its point in one place: it only turns, if at all.
bool holdsPoint(const JointElement& joint) {
    const JointType type = jointType(joint.type);
    return !type.closes && joint.type != "free" &&
           std::ranges::none_of(type.coordinates, isDisplacement);
}

std::optional<Marker> moving(const Marker& marker) {
    return marker.body == ground ? std::nullopt : std::optional(marker);
}

}  // namespace

bool TracePoint::operator==(const TracePoint& other) const {
    return kind == other.kind && owner == other.owner && marker == other.marker &&
           (kind != Kind::Place || at.isApprox(other.at, 1e-9));
}

std::optional<Marker> markerOf(const Model& model, const TracePoint& point) {
    if (point.kind == TracePoint::Kind::Joint) {
        for (const JointElement& joint : model.joints)
            if (joint.name == point.owner) {
                const bool grounded = joint.A.body == ground || joint.B.body == ground;
                if (grounded && holdsPoint(joint)) return std::nullopt;
                return moving(joint.B.body == ground ? joint.A : joint.B);
            }
        return std::nullopt;
    }
    const int body = bodyIndex(model, point.owner);
    if (body == ground) return std::nullopt;
    if (point.kind == TracePoint::Kind::Marker) {
        for (const Marker& marker : model.markers)
            if (marker.body == body && marker.name == point.marker) return marker;
        return std::nullopt;
    }
    Marker marker;
    marker.body = body;
    if (point.kind == TracePoint::Kind::Place)
        marker.frame.r = model.bodies[static_cast<std::size_t>(body)].origin + point.at;
    return marker;
}

QString textOf(const TracePoint& point) {
    const QString owner = QString::fromStdString(point.owner);
    switch (point.kind) {
        case TracePoint::Kind::Joint:
            return tr("joint %1").arg(owner);
        case TracePoint::Kind::Marker:
            return tr("marker %1.%2").arg(owner, QString::fromStdString(point.marker));
        case TracePoint::Kind::Centre:
            return tr("centre of mass of %1").arg(owner);
        case TracePoint::Kind::Place:
            break;
    }
    return tr("point of %1 at %2, %3")
        .arg(owner, lengthText(point.at.x()), lengthText(point.at.y()));
}

std::vector<TracePoint> tracePointsAt(const Sight& sight, QPointF place, int body,
                                      const Vector3d& under) {
    std::vector<TracePoint> points;
    const Model& model = sight.model;
    const auto isNear = [&](const Marker& marker) {
        const Vector3d at = sight.place(marker);
        return canBeSeen(sight, at) && QLineF(sight.toView(at), place).length() < near_px;
    };
    std::vector<Vector3d> joints;
    for (const JointElement& joint : model.joints) {
        const TracePoint point{TracePoint::Kind::Joint, joint.name};
        const auto marker = markerOf(model, point);
        if (!marker || !isNear(*marker)) continue;
        points.push_back(point);
        joints.push_back(sight.place(*marker));
    }
    // A marker at a joint has the joint's path.
    const auto held = [&](const Marker& marker) {
        const Vector3d at = sight.place(marker);
        return std::ranges::any_of(joints,
                                   [&](const Vector3d& j) { return (j - at).norm() < samePlace; });
    };
    for (const Marker& marker : model.markers)
        if (marker.body != ground && !marker.name.empty() && isNear(marker) && !held(marker))
            points.push_back({TracePoint::Kind::Marker,
                              model.bodies[static_cast<std::size_t>(marker.body)].name,
                              marker.name});
    if (body == ground) return points;
    const Body& owner = model.bodies[static_cast<std::size_t>(body)];
    Marker centre;
    centre.body = body;
    const Frame pose = sight.pose(body);
    const TracePoint here{TracePoint::Kind::Place,
                          owner.name,
                          {},
                          pose.R.transpose() * (under - pose.r) - owner.origin};
    // A click away from all marks means the position itself.
    const bool marked = !points.empty() || isNear(centre);
    if (!marked) points.push_back(here);
    points.push_back({TracePoint::Kind::Centre, owner.name});
    if (marked) points.push_back(here);
    return points;
}

QJsonObject toJson(const TracePoint& point) {
    const QString owner = QString::fromStdString(point.owner);
    if (point.kind == TracePoint::Kind::Joint) return {{"joint", owner}};
    QJsonObject out{{"body", owner}};
    if (point.kind == TracePoint::Kind::Marker)
        out["marker"] = QString::fromStdString(point.marker);
    if (point.kind == TracePoint::Kind::Place)
        out["at"] = QJsonArray{point.at.x(), point.at.y(), point.at.z()};
    return out;
}

std::optional<TracePoint> tracePointFrom(const QJsonObject& stored) {
    const auto text = [&](const char* key) {
        return stored[QLatin1String(key)].toString().toStdString();
    };
    if (stored.contains("joint")) return TracePoint{TracePoint::Kind::Joint, text("joint")};
    if (!stored.contains("body")) return std::nullopt;
    if (stored.contains("marker"))
        return TracePoint{TracePoint::Kind::Marker, text("body"), text("marker")};
    if (!stored.contains("at")) return TracePoint{TracePoint::Kind::Centre, text("body")};
    const QJsonArray at = stored["at"].toArray();
    if (at.size() != 3) return std::nullopt;
    return TracePoint{TracePoint::Kind::Place,
                      text("body"),
                      {},
                      {at[0].toDouble(), at[1].toDouble(), at[2].toDouble()}};
}

}  // namespace momentree::app
