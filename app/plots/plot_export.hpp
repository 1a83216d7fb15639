// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and tables of what a plot shows.
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QCustomPlot;

namespace momentree::app {

/// Asked for a freshly prepared plot in the colours of a theme; `paint` is called once with it.
/// Vector files use it too, so a picture is drawn for its own size and never scaled.
using PlotPainter = std::function<void(bool dark, const std::function<void(QCustomPlot&)>& paint)>;

/// Writes png, svg or pdf, by extension; svg and pdf in light colours.
/// @param size in pixels of the screen. False with a message for people in `problem`.
bool savePicture(const PlotPainter& painter, QSize size, bool dark, const QString& path,
                 QString* problem);

/// Writes text as UTF-8; the old file is whole until the new one is.
bool saveText(const QByteArray& text, const QString& path, QString* problem);

/// Shortest text that reads back to the same double, C locale.
QByteArray exactNumber(double value);

/// One field of RFC 4180, quoted where needed.
QByteArray csvField(const QString& text);

}  // namespace momentree::app
