// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that drawing tools leave on the picture, alike for all of them.
#pragma once

#include <QPainter>

#include "app/editor/sketcher.hpp"

namespace momentree::app {

/// Text on a plate that can be read on anything, beside a point.
void paintLabel(QPainter& painter, QPointF at, const QString& text);
/// The cross or ring that says what the cursor has caught.
void paintSnap(QPainter& painter, const Viewport& view, const WorkPlane& plane, const Snap& snap);
/// A label with what the cursor has caught on other links in a line below: "on the line of bar2".
QString withReason(const QString& label, const Snap& snap);
/// A link that is not there yet.
void paintGhostLink(QPainter& painter, const QPolygonF& points, double width);
/// Square handles on everything that reshaping can take hold of.
void paintHandles(QPainter& painter, const Sketcher& sketcher);

/// "0.352 m", in the unit that fields have too.
QString lengthText(double metres);
QString angleText(double radians);

}  // namespace momentree::app
