// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons and the context menu that every plot has.
#pragma once

#include <QPoint>
#include <QString>
#include <functional>
#include <optional>

class QToolButton;
class QWidget;

namespace momentree::app {

/// A flat button of a plot's head line; the first line of the tip is its accessible name.
QToolButton* plotButton(const QString& icon, const QString& tip);

struct PlotMenu {
    std::function<void()> copy, showEverything;
    /// Writes by extension; false with a message for people.
    std::function<bool(const QString& path, QString* problem)> save;
    QString fileName;  ///< proposed, without extension
    bool zoomed = false;
    std::optional<bool> log;  ///< empty: the axis has no choice
    std::function<void(bool)> setLog;
    std::optional<bool> logX;  ///< empty: the axis below has no choice
    std::function<void(bool)> setLogX;
    std::function<void()> spectrum;  ///< empty: there is none
};
void showPlotMenu(QWidget* parent, const PlotMenu& menu, const QPoint& globalPosition);

}  // namespace momentree::app
