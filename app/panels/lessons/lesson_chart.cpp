// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_chart.hpp"

#include <qcustomplot.h>

#include <QFontInfo>
#include <QLabel>
#include <algorithm>

#include "app/base/theme/tokens.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {

LessonChart::LessonChart(QWidget* parent) : PlotWidget(parent), heading_(new QLabel) {
    heading_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addHeadWidget(heading_);
    if (auto* legend = findChild<LegendBar*>()) legend->hide();
}

void LessonChart::setRuns(const LessonPlot& plot, const Lesson& lesson,
                          std::vector<std::string> runs, const LessonResults& results) {
    // A run that is only subtracted comes last.
    if (!plot.minus.empty() && std::ranges::find(runs, plot.minus) == runs.end())
        runs.push_back(plot.minus);
    std::vector<PlotSource> sources;
    std::optional<std::size_t> minus;
    double duration = 0.0;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const auto found = results.find(runs[k]);
        if (found == results.end()) continue;
        const LessonResult& result = found->second;
        if (runs[k] == plot.minus) minus = sources.size();
        sources.push_back({result.recording, *result.layout,
                           QString::fromStdString(lesson.run(runs[k])->label),
                           static_cast<int>(k)});
        duration = std::max(duration, result.experiment.spec.duration);
    }
    if (sources.empty()) return clear();
    const QString unit = QString::fromStdString(plot.unit);
    const QString label = QString::fromStdString(plot.label);
    ChartSettings settings;
    // The heading above already names the quantity.
    if (!unit.isEmpty()) settings.valueLabel = QStringLiteral("[%1]").arg(unit);
    settings.log = plot.logarithmic;
    settings.duration = duration;
    PlotSeries series{sources.front().layout.column(plot.of), label, unit};
    series.fromStart = plot.change;
    settings.series = {series};
    QFont strong = heading_->font();
    strong.setWeight(QFont::DemiBold);
    heading_->setFont(strong);
    heading_->setText(label);
    setTitle(label);
    setAccessibleName(label);
    const PlotSource first = sources.front();
    setComparison({first.name, first.style}, {sources.begin() + 1, sources.end()});
    setSource(first.recording, first.layout, std::move(settings));
    setMinus(minus);
}

void LessonChart::enlarge(double scale) {
    if (scale == 1.0) return;
    scaleTexts(*canvas(), scale);
}

}  // namespace momentree::app
