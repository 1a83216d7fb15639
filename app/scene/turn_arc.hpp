// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// An arc around a joint that follows a link. Angles are turns of the link from `zero` [rad].
struct TurnArc {
    const Sight& sight;
    Vector3d centre, axis;  ///< world; the axis has length 1
    Vector3d zero;  ///< direction of the link at angle 0, perpendicular to the axis, length 1
    double radius_px;

    QPointF at(double angle, double radius_px) const;
    void paint(QPainter& painter, double first, double last) const;
    /// A tick across the arc with a text outside of it.
    void paintEnd(QPainter& painter, double angle, const QString& text, const QColor& color) const;
};

/// The direction of a link from one of its points, in its axes: towards its farthest marker.
Vector3d linkDirection(const Model& model, const Marker& from);

}  // namespace momentree::app
