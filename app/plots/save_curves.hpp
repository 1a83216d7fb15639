// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

namespace momentree::app {

class CurveChart;

/// Writes png, svg, pdf, or csv (time and the visible curves in the visible time span; one row for
/// each time of any run, nan for the others), depending on the extension.
/// @param size of pictures in screen pixels
/// @return false with an error message in `problem`
bool saveCurves(CurveChart& chart, QSize size, bool dark, const QString& path, QString* problem);

}  // namespace momentree::app
