// SPDX-License-Identifier: GPL-3.0-or-later
// Marks drawn in the picture, shared by all drawing tools.
#pragma once

#include <QPainter>

#include "app/document/work_plane.hpp"
#include "app/scene/label.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

/// The cross or ring of the snapped position.
void paintSnap(QPainter& painter, const Viewport& view, const WorkPlane& plane, const Snap& snap);
/// A label with what the cursor has snapped to on other links on a second line: "on the line of
/// bar2".
QString withReason(const QString& label, const Snap& snap);
/// A preview of a link.
void paintGhostLink(QPainter& painter, const QPolygonF& points, double width);
/// Square handles on all points that can be reshaped.
void paintHandles(QPainter& painter, const Viewport& view, const CheckedModel& seen);

}  // namespace momentree::app
