// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_graph.hpp"

#include <qcustomplot.h>

#include <QLabel>
#include <QVBoxLayout>

#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double room = 1.6;  ///< factor between the outermost points and the frame

QString axisLabel(const std::string& label, const std::string& unit) {
    const QString text = QString::fromStdString(label);
    return unit.empty() ? text : text + QStringLiteral(" [%1]").arg(QString::fromStdString(unit));
}

/// So many names a line; the wrap alone would apply only to names that are added later.
void wrapLegend(QCustomPlot& plot, int names) {
    plot.legend->setWrap(names);
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst, true);
}

}  // namespace

void drawLessonGraph(QCustomPlot& plot, const LessonGraph& graph, const LessonResults& results,
                     const ThemeColors& colors) {
    preparePlot(plot);
    colourPlot(plot, colors);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) setAxisScale(*axis, true);
    plot.xAxis->setLabel(axisLabel(graph.xLabel, graph.xUnit));
    plot.yAxis->setLabel(axisLabel({}, graph.unit).trimmed());
    for (std::size_t k = 0; k < graph.curves.size(); ++k) {
        const LessonGraph::Curve& curve = graph.curves[k];
        QVector<double> x, y;
        for (const std::string& run : curve.runs) {
            const auto at = measure(graph.x, results, run), value = measure(graph.y, results, run);
            if (!at || !value || !(*at > 0.0) || !(*value > 0.0)) continue;
            x << *at;
            y << *value;
        }
        QCPGraph* line = plot.addGraph();
        line->setData(x, y);
        line->setName(QString::fromStdString(curve.label));
        const SeriesStyle style = colors.style(static_cast<int>(k));
        line->setPen(style.pen());
        line->setScatterStyle(QCPScatterStyle(
            k % 2 == 0 ? QCPScatterStyle::ssDisc : QCPScatterStyle::ssSquare, style.colour, 7));
    }
    plot.rescaleAxes();
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setRange(axis->range().lower / room, axis->range().upper * room);
    showLegendAbove(plot, colors);
    wrapLegend(plot, 2);
}

LessonGraphView::LessonGraphView(const LessonGraph& graph, const LessonResults& results,
                                 QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)) {
    const QString label = QString::fromStdString(graph.label);
    plot_->setAccessibleName(label);
    plot_->setAttribute(Qt::WA_NoMousePropagation, false);  // the wheel scrolls the page around it
    auto* heading = new QLabel(label, this);
    QFont strong = heading->font();
    strong.setWeight(QFont::DemiBold);
    heading->setFont(strong);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading);
    layout->addWidget(plot_, 1);

    drawLessonGraph(*plot_, graph, results, themeColors(isDark(palette())));
    // The page is narrow: one name a line, none is cut off.
    wrapLegend(*plot_, 1);
    plot_->setMinimumWidth(1);  // otherwise long names widen the page
}

void LessonGraphView::enlarge(double scale) { scaleTexts(*plot_, scale); }

}  // namespace momentree::app
