// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/figure.hpp"
#include "app/plots/plot_widget.hpp"
#include "core/lessons/measure.hpp"

class QLabel;

namespace momentree::app {

/// The curves of a plot in the colours of their runs; a run that is only subtracted comes last.
/// None if no run is computed.
std::optional<FigureSource> lessonFigure(const LessonPlot& plot, const Lesson& lesson,
                                         std::vector<std::string> runs,
                                         const LessonResults& results);

/// One quantity over time with a curve for each run. The page explains the colours.
class LessonChart final : public PlotWidget {
    Q_OBJECT
public:
    explicit LessonChart(QWidget* parent = nullptr);
    void setRuns(const LessonPlot& plot, const Lesson& lesson, const std::vector<std::string>& runs,
                 const LessonResults& results);

private:
    QLabel* heading_;
};

}  // namespace momentree::app
