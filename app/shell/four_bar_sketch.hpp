// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QPainter;

namespace momentree::app {

struct ThemeColors;

/// A four-bar as on the start page and on an empty drawing.
/// @param box that holds it; the mechanism keeps its proportions at the bottom
/// @param drawn share of its strokes, 0 to 1; the last link stays a plan if `planned`,
/// otherwise a motor turns the finished mechanism
void paintFourBar(QPainter& painter, const QRectF& box, const ThemeColors& colors, double drawn,
                  bool planned);

}  // namespace momentree::app
