// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/poll/poll_chart.hpp"

#include <qcustomplot.h>

#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

using Kind = PollQuestion::Kind;
constexpr int histogramBins = 12;
constexpr double sketchOpacity = 0.45, barWidth = 0.7;
constexpr int besideBars = 70, betweenTicks = 8;  ///< the value axis, the gap of labels [px]

QString withPollUnit(const QString& text, const QString& unit) {
    return unit.isEmpty() ? text : text + " " + unit;
}

QCPBars* addBars(QCustomPlot& plot, const QVector<double>& at, const QVector<double>& counts,
                 double width, const QColor& colour) {
    auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setData(at, counts, true);
    bars->setWidth(width);
    bars->setPen(Qt::NoPen);
    bars->setBrush(colour);
    return bars;
}

/// 1, 2, 5, 10, 20, ...: at most five steps.
double stepOfCounts(double most) {
    double decade = 1.0;
    for (;; decade *= 10.0)
        for (const double step : {decade, 2.0 * decade, 5.0 * decade})
            if (5.0 * step >= most) return step;
}

/// Counts are whole numbers.
void scaleCounts(QCustomPlot& plot, double most) {
    plot.yAxis->setLabel(tr("answers"));
    plot.yAxis->setRange(0.0, std::max(1.0, 1.1 * most));
    auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
    ticker->setTickStep(stepOfCounts(most));
    plot.yAxis->setTicker(ticker);
}

void drawVotes(QCustomPlot& plot, const Poll& poll, const PollTruth& truth,
               const ThemeColors& colors) {
    const QVector<int> votes = poll.votes();
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    double most = 0.0;
    const QFontMetrics metrics(plot.xAxis->tickLabelFont());
    const auto count = std::max(1, static_cast<int>(votes.size()));
    const int room = (plot.width() - besideBars) / count - betweenTicks;
    for (int k = 0; k < votes.size(); ++k) {
        const QString text =
            metrics.elidedText(poll.question().choices[k], Qt::ElideRight, std::max(0, room));
        const bool right = truth.choice == k;
        ticker->addTick(k + 1, QStringLiteral("%1%2\n%3")
                                   .arg(k + 1)
                                   .arg(right ? QStringLiteral(" ✓") : QString(), text));
        addBars(plot, {k + 1.0}, {static_cast<double>(votes[k])}, barWidth,
                right ? colors.success : colors.style(0).colour);
        most = std::max(most, static_cast<double>(votes[k]));
    }
    plot.xAxis->setTicker(ticker);
    plot.xAxis->setRange(0.4, static_cast<double>(votes.size()) + 0.6);
    scaleCounts(plot, most);
}

void drawNumbers(QCustomPlot& plot, const Poll& poll, const PollTruth& truth,
                 const ThemeColors& colors) {
    const QVector<double> numbers = poll.numbers();
    double low = truth.number.value_or(numbers.value(0)), high = low;
    for (const double number : numbers) {
        low = std::min(low, number);
        high = std::max(high, number);
    }
    if (high <= low) high = low + std::max(1.0, std::abs(low));
    const double width = (high - low) / histogramBins;
    QVector<double> at, counts(histogramBins, 0.0);
    for (int k = 0; k < histogramBins; ++k) at << low + (k + 0.5) * width;
    for (const double number : numbers)
        ++counts[std::clamp(static_cast<int>((number - low) / width), 0, histogramBins - 1)];
    addBars(plot, at, counts, 0.9 * width, colors.style(0).colour);
    const double most = *std::ranges::max_element(counts);
    scaleCounts(plot, most);
    if (truth.number) {
        QCPGraph* line = plot.addGraph();
        line->setData({*truth.number, *truth.number}, {0.0, plot.yAxis->range().upper}, true);
        line->setPen(QPen(colors.success, 2 * metric::curveWidth));
    }
    plot.xAxis->setRange(low - width, high + width);
    plot.xAxis->setLabel(withPollUnit(
        poll.question().quantity,
        poll.question().unit.isEmpty() ? QString() : "(" + poll.question().unit + ")"));
}

void drawSketches(QCustomPlot& plot, const Poll& poll, const PollTruth& truth,
                  const ThemeColors& colors) {
    const PollQuestion& question = poll.question();
    QVector<double> time;
    for (int k = 0; k < Poll::curvePoints; ++k)
        time << question.duration * k / (Poll::curvePoints - 1);
    for (const QVector<double>& sketch : poll.sketches()) {
        QCPGraph* graph = plot.addGraph();
        graph->setData(time, sketch, true);
        graph->setPen(QPen(faded(colors.style(0).colour, sketchOpacity), 1.0));
    }
    QCPGraph* run = plot.addGraph();
    run->setData(truth.time, truth.curve, true);
    run->setPen(QPen(colors.text, 2 * metric::curveWidth));
    plot.xAxis->setRange(0.0, question.duration);
    plot.xAxis->setLabel(tr("time (s)"));
    plot.yAxis->setRange(question.from, question.to);
    plot.yAxis->setLabel(question.unit.isEmpty() ? question.quantity
                                                 : question.quantity + " (" + question.unit + ")");
}

}  // namespace

void drawPoll(QCustomPlot& plot, const Poll& poll, const PollTruth& truth,
              const ThemeColors& colors) {
    plot.clearPlottables();
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setLabel({});
        setAxisScale(*axis, false);
    }
    switch (poll.question().kind) {
        case Kind::Choice:
            drawVotes(plot, poll, truth, colors);
            break;
        case Kind::Number:
            drawNumbers(plot, poll, truth, colors);
            break;
        case Kind::Curve:
            drawSketches(plot, poll, truth, colors);
            break;
    }
    colourPlot(plot, colors);
    plot.replot(QCustomPlot::rpQueuedReplot);
}

QString pollSummary(const Poll& poll, const PollTruth& truth) {
    const PollQuestion& question = poll.question();
    if (question.kind == Kind::Curve)
        return tr("%1 sketches over the run, which is the thick line.").arg(poll.size());
    if (question.kind == Kind::Choice) {
        QStringList parts;
        const QVector<int> votes = poll.votes();
        for (int k = 0; k < votes.size(); ++k)
            parts << QStringLiteral("%1: %2%3")
                         .arg(k + 1)
                         .arg(votes[k])
                         .arg(truth.choice == k ? QStringLiteral(" ✓") : QString());
        return tr("%1 answers. %2").arg(poll.size()).arg(parts.join(QStringLiteral(", ")));
    }
    const QVector<double> numbers = poll.numbers();
    const QString median =
        numbers.isEmpty()
            ? QStringLiteral("–")
            : withPollUnit(shortText(numbers[(numbers.size() - 1) / 2], 4), question.unit);
    const QString run =
        truth.number ? withPollUnit(shortText(*truth.number, 4), question.unit) : QString();
    return tr("%1 answers, median %2. The run: %3.").arg(poll.size()).arg(median, run);
}

}  // namespace momentree::app
