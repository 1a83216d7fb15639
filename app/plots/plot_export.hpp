// SPDX-License-Identifier: GPL-3.0-or-later
// Export of plots as pictures and tables.
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <vector>

#include "app/runs/plot_source.hpp"

class QCustomPlot;

namespace momentree::app {

/// Called with a newly prepared plot in the colours of a theme; calls `paint` once with it. Used
/// for vector files too, so that a picture is drawn at its own size instead of being scaled.
using PlotPainter = std::function<void(bool dark, const std::function<void(QCustomPlot&)>& paint)>;

/// The record of the visible runs, see `pictureRecord`.
QString recordOf(const std::vector<PlotSource>& runs);

/// Writes png, svg or pdf with that record, depending on the extension; svg and pdf in light
/// colours.
/// @param size in screen pixels. Returns false with an error message in `problem`.
bool savePicture(const PlotPainter& painter, QSize size, bool dark, const QString& record,
                 const QString& path, QString* problem);

/// Writes UTF-8 text; an existing file is replaced only when the new one is complete.
bool saveText(const QByteArray& text, const QString& path, QString* problem);

/// The shortest text that reads back as the same double, C locale.
QByteArray exactNumber(double value);

/// A field of RFC 4180, quoted if necessary.
QByteArray csvField(const QString& text);

}  // namespace momentree::app
