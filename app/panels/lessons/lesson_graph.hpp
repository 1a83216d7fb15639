// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/lessons/measure.hpp"

class QCustomPlot;

namespace momentree::app {

struct ThemeColors;

/// Draws the graph, with a point for each run. Points that cannot be measured or are not positive
/// are left out.
void drawLessonGraph(QCustomPlot& plot, const LessonGraph& graph, const LessonResults& results,
                     const ThemeColors& colors);

/// A measured number over another, for example the error over the step, with a point for each run.
class LessonGraphView final : public QWidget {
    Q_OBJECT
public:
    LessonGraphView(const LessonGraph& graph, const LessonResults& results,
                    QWidget* parent = nullptr);
    QCustomPlot& plot() { return *plot_; }
    void enlarge(double scale);  ///< the texts, for projectors

private:
    QCustomPlot* plot_;
};

}  // namespace momentree::app
