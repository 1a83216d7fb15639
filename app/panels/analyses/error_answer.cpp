// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/error_answer.hpp"

#include <qcustomplot.h>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/plots/plot_style.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr double areaOpacity = 0.35, legendOpacity = 0.85;
constexpr double leastShare = 0.005;  ///< of the sum at the end; below, a source is left out

QString sourceName(ErrorSource source) {
    switch (source) {
        case ErrorSource::Method:
            return ErrorAnswer::tr("method");
        case ErrorSource::Rounding:
            return ErrorAnswer::tr("rounding");
        case ErrorSource::Drift:
            return ErrorAnswer::tr("drift");
        case ErrorSource::Growth:
            return ErrorAnswer::tr("growth");
        default:
            return ErrorAnswer::tr("rest");
    }
}

QVector<double> asVector(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

}  // namespace

ErrorAnswer::ErrorAnswer(Workspace& workspace, PoseStage& stage)
    : Answer(AnalysisKind::Error, workspace, stage, tr("Whose error is it?")),
      verdict_(new QLabel),
      plot_(new QCustomPlot) {
    setObjectName("errorAnswer");
    verdict_->setObjectName("errorVerdict");
    verdict_->setWordWrap(true);
    verdict_->setFont(strongFont(font()));
    verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    plot_->setAccessibleName(tr("Sources of the error over time"));
    plot_->setToolTip(
        tr("The largest distance so far of any body from its true pose: lengths relative to the "
           "size of the mechanism, angles in rad. Each source was measured by another run that "
           "changes one setting; the dashed line is the difference from another formulation."));
    preparePlot(*plot_);
    plot_->yAxis->setLabel(tr("error of the pose (relative, rad)"));
    plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    body_->addWidget(verdict_);
    body_->addWidget(plot_, 1);
    connect(&workspace.run, &RunController::runChanged, this, &ErrorAnswer::markOutOfDate);
}

QString ErrorAnswer::verdict() const { return verdict_->text(); }

void ErrorAnswer::changeEvent(QEvent* event) {
    Answer::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && plot_->graphCount() > 0) colour();
}

void ErrorAnswer::present() {
    const auto& found = std::get<ErrorSources>(outcome()->found);
    const RunSpec& spec = found.spec;
    subtitle_->setText(QStringLiteral("%1 · %2 · %3 · %4 s")
                           .arg(QString::fromStdString(spec.formulation),
                                QString::fromStdString(spec.integrator),
                                QString::fromStdString(spec.backend), shortText(spec.step, 4)));
    verdict_->setText(messageText(found.verdict()));
    plot_->clearGraphs();
    const std::size_t end = found.parts.size() - 1;
    const QVector<double> time = asVector(found.time);
    QVector<double> stack(time.size(), 0.0);
    QCPGraph* below = nullptr;
    for (std::size_t s = 0; s < errorSourceCount; ++s) {
        const double share = found.sum(end) > 0.0 ? found.parts[end][s] / found.sum(end) : 0.0;
        for (std::size_t k = 0; k <= end; ++k)
            stack[static_cast<qsizetype>(k)] += found.parts[k][s];
        if (share < leastShare) continue;
        QCPGraph* graph = plot_->addGraph();
        graph->setProperty("source", static_cast<int>(s));
        graph->setName(tr("%1, %2 %", "a source and its share of the error")
                           .arg(sourceName(static_cast<ErrorSource>(s)),
                                QString::number(std::lround(100.0 * share))));
        graph->setData(time, stack, true);
        graph->setChannelFillGraph(below);
        below = graph;
    }
    if (!found.difference.empty()) {
        QCPGraph* other = plot_->addGraph();
        other->setName(
            tr("difference from %1").arg(QString::fromStdString(found.otherFormulation)));
        other->setData(time, asVector(found.difference), true);
    }
    plot_->xAxis->setRange(0.0, found.time.back());
    const double most = found.sum(end);
    plot_->yAxis->setRange(0.0, most > 0.0 ? 1.1 * most : 1.0);
    plot_->legend->setVisible(true);
    colour();
}

void ErrorAnswer::colour() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    colourPlot(*plot_, colors);
    plot_->legend->setBrush(faded(colors.panel, legendOpacity));
    plot_->legend->setBorderPen(Qt::NoPen);
    for (int k = 0; k < plot_->graphCount(); ++k) {
        QCPGraph* graph = plot_->graph(k);
        const QVariant source = graph->property("source");
        if (!source.isValid()) {
            graph->setPen(QPen(colors.text, metric::curveWidth, Qt::DashLine));
            continue;
        }
        const SeriesStyle style = colors.style(source.toInt());
        graph->setPen(QPen(style.colour, metric::curveWidth));
        graph->setBrush(faded(style.colour, areaOpacity));
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace momentree::app
