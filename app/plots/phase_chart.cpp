// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/phase_chart.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/value_text.hpp"
#include "app/plots/axis_range.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t blockRows = 64;
constexpr int barPixels = 7, chartSideMargins = 76;
constexpr double headRoom = 1.08;
/// A single interrupted step must not flatten all others: bars above this multiple of the median
/// are cut.
constexpr double outlier = 4.0;

double total(const PhaseTimes& times) { return std::accumulate(times.begin(), times.end(), 0.0); }

QColor halfway(const QColor& a, const QColor& b) {
    return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

QCPItemText* cornerText(QCustomPlot* plot, Qt::Alignment alignment, QPointF at) {
    auto* text = new QCPItemText(plot);
    text->setFont(plotFont());
    text->setPositionAlignment(alignment);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(at);
    text->setPadding(QMargins(6, 3, 6, 3));
    text->setVisible(false);
    return text;
}

}  // namespace

QColor phaseColour(Phase phase, const ThemeColors& c) {
    switch (phase) {
        case Phase::Kinematics:
            return c.series[4];
        case Phase::Initialise:
            return c.series[7];
        case Phase::Assembly:
            return c.series[0];
        case Phase::Base:
            return c.series[3];
        case Phase::Disassembly:
            return c.series[5];
        case Phase::Derivatives:
            return c.series[2];
        case Phase::ProjectionVelocity:
            return c.series[1];
        case Phase::ProjectionAcceleration:
            return halfway(c.series[1], c.panel);
        case Phase::Integrate:
            return c.series[6];
        case Phase::Transfer:
            return halfway(c.series[0], c.panel);
        case Phase::Network:
            return halfway(c.series[2], c.panel);
        case Phase::Record:
            return halfway(c.mutedText, c.panel);
        case Phase::Count:
            break;
    }
    return c.mutedText;
}

PhaseChart::PhaseChart(QCustomPlot* plot) : plot_(plot) {
    preparePlot(*plot);
    for (std::size_t p = 0; p < phaseCount; ++p) {
        bars_[p] = new QCPBars(plot->xAxis, plot->yAxis);
        bars_[p]->setWidthType(QCPBars::wtPlotCoords);
        bars_[p]->setAntialiased(false);
        bars_[p]->setSelectable(QCP::stNone);
        const std::string_view name = phaseName(static_cast<Phase>(p));
        bars_[p]->setName(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        if (p > 0) bars_[p]->moveAbove(bars_[p - 1]);
    }
    empty_ = cornerText(plot, Qt::AlignCenter, {0.5, 0.5});
    empty_->setText(tr("No times yet"));
    note_ = cornerText(plot, Qt::AlignRight | Qt::AlignTop, {1.0, 0.0});
    setColors(themeColors());
    // A new size requires another number of bars.
    connect(plot, &QCustomPlot::beforeReplot, this, &PhaseChart::update);
}

void PhaseChart::setRecording(std::shared_ptr<const Recording> recording, int firstColumn) {
    recording_ = std::move(recording);
    firstColumn_ = firstColumn;
    times_.clear();
    blockSums_.clear();
    sum_ = {};
    fitAfresh();
}

void PhaseChart::setColors(const ThemeColors& colors) {
    colourPlot(*plot_, colors);
    for (QCPItemText* text : {empty_, note_}) text->setColor(colors.mutedText);
    note_->setBrush(colors.panel);
    for (std::size_t p = 0; p < phaseCount; ++p) {
        bars_[p]->setPen(Qt::NoPen);
        bars_[p]->setBrush(phaseColour(static_cast<Phase>(p), colors));
    }
}

bool PhaseChart::pull() {
    if (auto last = newest(recording_); last != recording_) {
        // Older rows have been thinned; the remaining ones represent them.
        setRecording(std::move(last), firstColumn_);
    }
    const std::size_t count = recording_ ? recording_->size() : 0;
    if (count == times_.size()) return false;
    for (std::size_t row = times_.size(); row < count; ++row) {
        if (row % blockRows == 0) blockSums_.push_back(sum_);
        const std::span<const double> values = recording_->row(row);
        times_.push_back(values[0]);
        for (std::size_t p = 0; p < phaseCount; ++p) {
            const double ns = values[static_cast<std::size_t>(firstColumn_) + p];
            if (std::isfinite(ns)) sum_[p] += ns;
        }
    }
    return true;
}

PhaseTimes PhaseChart::sumBefore(std::size_t row) const {
    if (row >= times_.size()) return sum_;
    PhaseTimes sum = blockSums_[row / blockRows];
    for (std::size_t i = row - row % blockRows; i < row; ++i)
        for (std::size_t p = 0; p < phaseCount; ++p) {
            const double ns = recording_->row(i)[static_cast<std::size_t>(firstColumn_) + p];
            if (std::isfinite(ns)) sum[p] += ns;
        }
    return sum;
}

PhaseTimes PhaseChart::mean(std::size_t first, std::size_t last) const {
    PhaseTimes mean{};
    if (first >= last) return mean;
    const PhaseTimes before = sumBefore(first), after = sumBefore(last);
    for (std::size_t p = 0; p < phaseCount; ++p)
        mean[p] = (after[p] - before[p]) / static_cast<double>(last - first);
    return mean;
}

bool PhaseChart::hasPhase(Phase phase) const { return sum_[static_cast<std::size_t>(phase)] > 0.0; }

void PhaseChart::collectBars(ValueRange time) {
    shown_.clear();
    const auto indexOf = [this](auto at) { return static_cast<std::size_t>(at - times_.begin()); };
    // The first row is the start, with no step before it.
    const std::size_t first = std::max<std::size_t>(
        1, indexOf(std::lower_bound(times_.begin(), times_.end(), time.lower)));
    const std::size_t last = std::min(
        times_.size(), indexOf(std::upper_bound(times_.begin(), times_.end(), time.upper)) + 1);
    if (first >= last) return;
    const auto most = static_cast<std::size_t>(
        std::max((plot_->viewport().width() - chartSideMargins) / barPixels, 10));
    // Bars of 2^k rows that start at multiples of 2^k do not change when the recording grows.
    std::size_t rows = 1;
    while ((last - first) / rows > most) rows *= 2;
    for (std::size_t begin = 1 + (first - 1) / rows * rows; begin < last; begin += rows) {
        const std::size_t end = std::min(begin + rows, times_.size());
        shown_.push_back({times_[begin - 1], times_[end - 1], mean(begin, end)});
    }
}

void PhaseChart::chooseScale() {
    std::vector<double> totals;
    for (const Bar& bar : shown_) totals.push_back(total(bar.times));
    double highest = 0.0, wanted = 0.0;
    if (!totals.empty()) {
        const auto middle = totals.begin() + static_cast<std::ptrdiff_t>(totals.size() / 2);
        std::nth_element(totals.begin(), middle, totals.end());
        const double median = *middle;
        highest = *std::max_element(totals.begin(), totals.end());
        wanted = std::min(highest, median > 0.0 ? outlier * median : highest) * headRoom;
    }
    constexpr double shrinkBelow = 0.5;
    if (wanted > top_ || wanted < shrinkBelow * top_) top_ = wanted;
    unit_ = top_ >= 1e6 ? 1e6 : top_ >= 1e3 ? 1e3 : 1.0;
    const QString unit = top_ >= 1e6   ? QStringLiteral("ms")
                         : top_ >= 1e3 ? QStringLiteral("µs")
                                       : QStringLiteral("ns");
    plot_->yAxis->setLabel(tr("time per step [%1]").arg(unit));
    plot_->yAxis->setRange(0.0, top_ > 0.0 ? top_ / unit_ : 1.0);
    note_->setVisible(highest > top_);
    note_->setText(tr("truncated bars reach up to %1").arg(nanosecondsText(highest)));
    const bool empty = shown_.empty();
    empty_->setVisible(empty);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) axis->setVisible(!empty);
}

void PhaseChart::drawBars() {
    QVector<double> keys;
    double width = 0.0;
    for (const Bar& bar : shown_) {
        keys.append(0.5 * (bar.begin + bar.end));
        width = std::max(width, bar.end - bar.begin);
    }
    constexpr double filled = 0.86;
    for (std::size_t p = 0; p < phaseCount; ++p) {
        QVector<double> values;
        for (const Bar& bar : shown_) values.append(bar.times[p] / unit_);
        bars_[p]->setVisible(hasPhase(static_cast<Phase>(p)));
        bars_[p]->setWidth(filled * width);
        bars_[p]->setData(keys, values, true);
    }
}

void PhaseChart::update() {
    const double start = times_.empty() ? 0.0 : times_.front();
    timeEnd_ = timeEnd(times_.empty() ? 0.0 : times_.back(), timeEnd_, duration_);
    const ValueRange time = zoom_.value_or(ValueRange{start, timeEnd_});
    plot_->xAxis->setRange(time.lower, time.upper);
    collectBars(time);
    chooseScale();
    drawBars();
    fitTickCounts(*plot_);
}

void PhaseChart::fitAfresh() {
    timeEnd_ = 0.0;
    top_ = 0.0;
}

std::optional<PhaseChart::Bar> PhaseChart::barAt(double time) const {
    for (const Bar& bar : shown_)
        if (time >= bar.begin && time <= bar.end) return bar;
    return std::nullopt;
}

}  // namespace momentree::app
