// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

namespace momentree::app {

/// Draws text next to a point on a plate, readable on any background.
void paintLabel(QPainter& painter, QPointF at, const QString& text);

}  // namespace momentree::app
