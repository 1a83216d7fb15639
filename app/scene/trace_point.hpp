// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>
#include <vector>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// A point of a model, identified by names so that it survives edits.
struct TracePoint {
    enum class Kind { Joint, Marker, Centre, Place } kind = Kind::Joint;
    std::string owner;               ///< the joint, or the body
    std::string marker = {};         ///< Marker: its name
    Vector3d at = Vector3d::Zero();  ///< Place: from the body's origin, body axes [m]
    bool operator==(const TracePoint& other) const;
};

/// The moving marker at the point; empty if the model does not have it or if it is fixed to ground.
std::optional<Marker> markerOf(const Model& model, const TracePoint& point);
/// "J2", "centre of coupler", "coupler.P", "coupler (0.12 m, 0.3 m)".
QString textOf(const TracePoint& point);

/// The points near a position in the picture, most meaningful first: a joint, a marker, the centre
/// of mass, and the point of `body` (-1 none) itself.
/// @param under the world point at that position, in the plane parallel to the picture through the
/// body's centre of mass
std::vector<TracePoint> tracePointsAt(const Sight& sight, QPointF place, int body,
                                      const Vector3d& under);

/// {"joint": "J2"}, {"body": "coupler", "marker": "P"}, {"body": "coupler", "at": [0.12, 0.3, 0]},
/// or {"body": "coupler"} for its centre of mass.
QJsonObject toJson(const TracePoint& point);
std::optional<TracePoint> tracePointFrom(const QJsonObject& stored);

}  // namespace momentree::app
