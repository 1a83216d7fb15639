// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons and the context menu of all plots.
#pragma once

#include <QPoint>
#include <QString>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QToolButton;
class QWidget;

namespace momentree::app {

/// A flat button in a plot's header; the first line of the tool tip is its accessible name.
QToolButton* plotButton(const QString& icon, const QString& tip);

struct PlotMenu {
    std::function<void()> copy, showEverything;
    /// Writes a file, depending on the extension; returns false with an error message.
    std::function<bool(const QString& path, QString* problem)> save;
    QString fileName;  ///< suggested name, without extension
    bool zoomed = false;
    std::optional<bool> log;  ///< empty: no choice for this axis
    std::function<void(bool)> setLog;
    std::optional<bool> logX;  ///< empty: no choice for the horizontal axis
    std::function<void(bool)> setLogX;
    std::optional<bool> measuring = {};  ///< empty: no choice
    std::function<void(bool)> setMeasuring = {};
    std::function<void()> spectrum;  ///< empty: not available
    std::function<void()> figure;    ///< makes a figure for print; empty: not available
    /// Names of curves and whether they are shown.
    std::vector<std::pair<QString, bool>> curves = {};
    std::function<void(int curve, bool shown)> showCurve = {};
};
void showPlotMenu(QWidget* parent, const PlotMenu& menu, const QPoint& globalPosition);

}  // namespace momentree::app
