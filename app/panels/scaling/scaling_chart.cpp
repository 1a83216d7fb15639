// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/scaling/scaling_chart.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "app/plots/end_labels.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double dotSize = 6.0, microsecond = 1e-6;
constexpr int amdahlPoints = 60;

/// The place of a formulation among those of the figure, for its colour.
int styleOf(const CostFigure& figure, const std::string& formulation) {
    const auto& all = figure.plan.formulations;
    return static_cast<int>(std::ranges::find(all, formulation) - all.begin());
}

QString labelOf(const CostCurve& curve) {
    QString text = QString::fromStdString(curve.formulation);
    if (curve.threads > 1) text += ScalingChart::tr(", %1 threads").arg(curve.threads);
    if (const auto order = curve.order())
        text += QStringLiteral("  n^%1").arg(QString::number(*order, 'f', 1));
    return text;
}

}  // namespace

std::vector<ThreadGain> threadGains(const CostFigure& figure) {
    std::vector<ThreadGain> gains;
    for (const std::string& formulation : figure.plan.formulations) {
        std::vector<const CostCurve*> curves;
        std::size_t common = SIZE_MAX;
        for (const CostCurve& curve : figure.curves) {
            if (curve.formulation != formulation) continue;
            curves.push_back(&curve);
            common = std::min(common, curve.points.size());
        }
        std::ranges::sort(curves, {}, &CostCurve::threads);
        if (curves.size() < 2 || common == 0 || curves.front()->threads != 1) continue;
        const CostPoint& serial = curves.front()->points[common - 1];
        ThreadGain gain{formulation, serial.bodies, {1}, {1.0}};
        for (std::size_t k = 1; k < curves.size(); ++k) {
            const double speedup = serial.median / curves[k]->points[common - 1].median;
            gain.threads.push_back(curves[k]->threads);
            gain.speedups.push_back(speedup);
            gain.serial +=
                serialShare(speedup, curves[k]->threads) / static_cast<double>(curves.size() - 1);
        }
        gains.push_back(std::move(gain));
    }
    return gains;
}

ScalingChart::ScalingChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setObjectName("scalingChart");
    preparePlot(*plot_);
    plot_->setMinimumSize(200, 120);
    plot_->setAccessibleName(tr("Cost of a step over the size of the mechanism"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    labels_ = new EndLabels(plot_);
    // Heights in pixels are known only after the layout of each replot.
    connect(plot_, &QCustomPlot::afterLayout, this, &ScalingChart::placeLabels);
    draw();
}

void ScalingChart::show(CostFigure figure) {
    figure_ = std::move(figure);
    draw();
}

void ScalingChart::showOver(Over over) {
    over_ = over;
    draw();
}

void ScalingChart::draw() {
    plot_->clearPlottables();
    ends_.clear();
    over_ == Over::Bodies ? drawCosts() : drawSpeedups();
    QStringList names;
    for (const EndLabel& end : ends_) names << end.name;
    setLabelRoom(*plot_, static_cast<int>(std::ceil(labels_->room(names, {}))));
    fitTickCounts(*plot_);
    colourPlot(*plot_, themeColors(isDark(palette())));
    showAxes(*plot_, plot_->graphCount() > 0);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ScalingChart::drawCosts() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    double least = HUGE_VAL, most = 0.0, smallest = HUGE_VAL, largest = 0.0;
    for (const CostCurve& curve : figure_.curves) {
        if (curve.points.empty()) continue;
        const SeriesStyle style = colors.style(styleOf(figure_, curve.formulation));
        QCPGraph* graph = plot_->addGraph();
        QPen pen = style.pen();
        pen.setStyle(curve.threads > 1 ? Qt::DashLine : Qt::SolidLine);
        graph->setPen(pen);
        graph->setScatterStyle(
            {QCPScatterStyle::ssCircle, QPen(style.colour), QBrush(style.colour), dotSize});
        for (const CostPoint& point : curve.points) {
            const double time = point.median / microsecond;
            graph->addData(point.bodies, time);
            least = std::min(least, time);
            most = std::max(most, time);
            smallest = std::min(smallest, double(point.bodies));
            largest = std::max(largest, double(point.bodies));
        }
        label(labelOf(curve), styleOf(figure_, curve.formulation),
              curve.points.back().median / microsecond);
    }
    plot_->xAxis->setLabel(tr("bodies"));
    plot_->yAxis->setLabel(tr("time of a step, µs"));
    setAxisScale(*plot_->xAxis, true);
    setAxisScale(*plot_->yAxis, true);
    const auto sizes = QSharedPointer<QCPAxisTickerText>::create();
    for (const int bodies : figure_.plan.bodies) sizes->addTick(bodies, QString::number(bodies));
    plot_->xAxis->setTicker(sizes);
    if (most > 0.0) {
        plot_->xAxis->setRange(smallest / 1.1, largest);
        plot_->yAxis->setRange(least / 1.5, most * 1.5);
    }
}

void ScalingChart::drawSpeedups() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    double widest = 2.0;
    for (const ThreadGain& gain : threadGains(figure_)) {
        const SeriesStyle style = colors.style(styleOf(figure_, gain.formulation));
        const double end = 2.0 * gain.threads.back();
        widest = std::max(widest, end);
        QCPGraph* amdahl = plot_->addGraph();
        amdahl->setPen(QPen(style.colour, metric::curveWidth, Qt::DashLine));
        double last = 1.0;
        for (int k = 0; k <= amdahlPoints; ++k) {
            const double threads = 1.0 + (end - 1.0) * k / amdahlPoints;
            last = 1.0 / (gain.serial + (1.0 - gain.serial) / threads);
            amdahl->addData(threads, last);
        }
        QCPGraph* measured = plot_->addGraph();
        measured->setLineStyle(QCPGraph::lsNone);
        measured->setScatterStyle(
            {QCPScatterStyle::ssCircle, QPen(style.colour), QBrush(style.colour), dotSize});
        for (std::size_t k = 0; k < gain.threads.size(); ++k)
            measured->addData(gain.threads[k], gain.speedups[k]);
        label(tr("%1, %2 bodies, %3 % serial")
                  .arg(QString::fromStdString(gain.formulation))
                  .arg(gain.bodies)
                  .arg(std::lround(100.0 * gain.serial)),
              styleOf(figure_, gain.formulation), last);
    }
    if (plot_->graphCount() == 0) return;
    QCPGraph* ideal = plot_->addGraph();
    ideal->setPen(QPen(colors.mutedText, 1.0, Qt::DotLine));
    ideal->setData({1.0, widest}, {1.0, widest});
    plot_->xAxis->setLabel(tr("threads"));
    plot_->yAxis->setLabel(tr("speedup"));
    setAxisScale(*plot_->xAxis, false);
    setAxisScale(*plot_->yAxis, false);
    plot_->xAxis->setRange(0.9, widest);
    plot_->yAxis->setRange(0.0, widest);
}

void ScalingChart::label(const QString& text, int style, double end) {
    ends_.push_back({text, style, end});
}

void ScalingChart::placeLabels() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    std::vector<EndLabels::Label> placed;
    for (const EndLabel& end : ends_)
        placed.push_back(
            {end.name, colors.style(end.style).label, plot_->yAxis->coordToPixel(end.end)});
    labels_->setLabels(std::move(placed));
}

void ScalingChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) draw();
    QWidget::changeEvent(event);
}

}  // namespace momentree::app
