// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_chart.hpp"

#include <qcustomplot.h>

#include <QFontInfo>
#include <QLabel>
#include <algorithm>
#include <utility>

#include "app/base/theme/tokens.hpp"
#include "app/plots/curve_choice.hpp"

namespace momentree::app {

LessonChart::LessonChart(QWidget* parent) : PlotWidget(parent), heading_(new QLabel) {
    heading_->setWordWrap(true);  // in a narrow page the tools leave little room
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    heading_->setSizePolicy(policy);
    addHeadWidget(heading_);
    // The wheel may scroll the page around it: plots keep even what they ignore.
    canvas()->setAttribute(Qt::WA_NoMousePropagation, false);
    leaveOutLegend();  // the list of runs above names them, and the heading the quantity
}

std::optional<FigureSource> lessonFigure(const LessonPlot& plot, const Lesson& lesson,
                                         std::vector<std::string> runs,
                                         const LessonResults& results) {
    if (!plot.minus.empty() && std::ranges::find(runs, plot.minus) == runs.end())
        runs.push_back(plot.minus);
    FigureSource figure;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const auto found = results.find(runs[k]);
        if (found == results.end()) continue;
        const LessonResult& result = found->second;
        if (runs[k] == plot.minus) figure.settings.minus = figure.runs.size();
        figure.runs.push_back({result.recording, *result.layout,
                               QString::fromStdString(lesson.run(runs[k])->label),
                               static_cast<int>(k)});
        figure.settings.duration =
            std::max(figure.settings.duration, result.experiment.spec.duration);
    }
    if (figure.runs.empty()) return std::nullopt;
    PlotSeries series{figure.runs.front().layout.column(plot.of),
                      QString::fromStdString(plot.label), QString::fromStdString(plot.unit)};
    series.fromStart = plot.change;
    figure.settings.series = {series};
    figure.settings.log = plot.logarithmic;
    return figure;
}

void LessonChart::setRuns(const LessonPlot& plot, const Lesson& lesson,
                          const std::vector<std::string>& runs, const LessonResults& results) {
    auto figure = lessonFigure(plot, lesson, runs, results);
    if (!figure) return clear();
    const QString label = figure->settings.series.front().name;
    // The heading above already names the quantity.
    if (!plot.unit.empty())
        figure->settings.valueLabel = QStringLiteral("[%1]").arg(QString::fromStdString(plot.unit));
    QFont strong = heading_->font();
    strong.setWeight(QFont::DemiBold);
    heading_->setFont(strong);
    heading_->setText(label);
    setTitle(label);
    setAccessibleName(label);
    const PlotSource first = figure->runs.front();
    const std::optional<std::size_t> minus = std::exchange(figure->settings.minus, {});
    setComparison({first.name, first.style}, {figure->runs.begin() + 1, figure->runs.end()});
    setSource(first.recording, first.layout, std::move(figure->settings));
    choice().setMinus(minus);
}

}  // namespace momentree::app
