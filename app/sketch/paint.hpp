// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that drawing tools leave on the picture, alike for all of them.
#pragma once

#include <QPainter>

#include "app/document/work_plane.hpp"
#include "app/scene/label.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

/// The cross or ring that says what the cursor has caught.
void paintSnap(QPainter& painter, const Viewport& view, const WorkPlane& plane, const Snap& snap);
/// A label with what the cursor has caught on other links in a line below: "on the line of bar2".
QString withReason(const QString& label, const Snap& snap);
/// A link that is not there yet.
void paintGhostLink(QPainter& painter, const QPolygonF& points, double width);
/// Square handles on everything that reshaping can take hold of.
void paintHandles(QPainter& painter, const Viewport& view, const CheckedModel& seen);

}  // namespace momentree::app
