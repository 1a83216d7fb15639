// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a PlotWidget; only for its own sources.
#pragma once

#include <QSet>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "app/plots/plot_widget.hpp"

class QBoxLayout;
class QToolButton;

namespace momentree::app {

class LegendBar;
class PlotMouse;
class PlotOverlay;

struct PlotWidget::Impl {
    QCustomPlot* canvas = nullptr;
    CurveChart* chart = nullptr;
    PlotOverlay* overlay = nullptr;
    PlotMouse* mouse = nullptr;
    LegendBar* legend = nullptr;
    QBoxLayout* head = nullptr;
    QToolButton* log = nullptr;
    QToolButton* runMenu = nullptr;
    QToolButton* measure = nullptr;
    QToolButton* reset = nullptr;
    MeasurePanel* measures = nullptr;
    std::array<double, 2> cursors{};
    QToolButton* menu = nullptr;
    RunLabel mainRun;
    std::vector<PlotSource> others;
    EarlierRows earlier;
    QSet<QString> hidden, hiddenRuns;  ///< curves and runs hidden by the user
    QString title = QStringLiteral("plot");
    std::optional<QPointF> mouseAt;
    std::optional<double> crosshair;  ///< set by another plot [s]
};

}  // namespace momentree::app
