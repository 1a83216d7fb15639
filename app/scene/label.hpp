// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

namespace momentree::app {

/// Text on a plate, readable on any background, next to a point.
void paintLabel(QPainter& painter, QPointF at, const QString& text);

}  // namespace momentree::app
