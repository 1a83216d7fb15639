// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_widget.hpp"
#include "core/lessons/measure.hpp"

class QLabel;

namespace momentree::app {

/// One quantity of several runs over time, a curve for each run. The page says which colour is
/// which.
class LessonChart final : public PlotWidget {
    Q_OBJECT
public:
    explicit LessonChart(QWidget* parent = nullptr);
    void setRuns(const LessonPlot& plot, const Lesson& lesson, std::vector<std::string> runs,
                 const LessonResults& results);
    /// Writing for the back of a room. @param scale 1: as in other plots
    void enlarge(double scale);

private:
    QLabel* heading_;
};

}  // namespace momentree::app
