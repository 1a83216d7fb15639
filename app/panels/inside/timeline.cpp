// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/timeline.hpp"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/inside/trace_texts.hpp"
#include "app/plots/phase_chart.hpp"

namespace momentree::app {
namespace {

constexpr int nameWidth = 84, margin = 8, axisHeight = 34, laneGap = 8, mostLane = 44;
constexpr int legendLine = 18, tickSpacing = 90;
constexpr double closest = 20.0;  ///< smallest time across the width [ns]

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundStep(double least) {
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= least) return factor * decade;
    return 10.0 * decade;
}

}  // namespace

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
    setObjectName("timeline");
    setAccessibleName(tr("Timeline of phases over threads"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void Timeline::setTrace(std::shared_ptr<const Model> model,
                        std::shared_ptr<const InstantTrace> trace) {
    model_ = std::move(model);
    trace_ = std::move(trace);
    collect();
    fit();
}

void Timeline::setFurther(std::vector<Lane> lanes) {
    further_ = std::move(lanes);
    collect();
    fit();
}

void Timeline::setThreads(int threads) {
    threads_ = threads;
    collect();
}

void Timeline::setNote(const QString& note) {
    note_ = note;
    update();
}

void Timeline::collect() {
    lanes_.clear();
    phases_.clear();
    end_ = 1.0;
    if (trace_ && trace_->stepEnds.size() > 1) {
        const std::int64_t zero = trace_->stepEnds.front();
        end_ = static_cast<double>(trace_->stepEnds.back() - zero);
        lanes_.push_back({tr("Phases"), {}});
        for (const TracedLap& lap : trace_->steps.laps)
            lanes_.front().bars.push_back({std::max<std::int64_t>(0, lap.begin - zero),
                                           lap.end - zero, lap.phase, nullptr, -1});
        for (int thread = 0; thread < std::max(threads_, trace_->steps.threads); ++thread)
            lanes_.push_back({tr("Thread %1").arg(thread + 1), {}});
        for (const TracedSweep& sweep : trace_->steps.sweeps)
            for (const TracedWork& work : sweep.work)
                lanes_[static_cast<std::size_t>(work.thread) + 1].bars.push_back(
                    {work.begin - zero, work.end - zero, sweep.pass->phase, sweep.pass, work.node});
        for (Lane& lane : lanes_) std::ranges::stable_sort(lane.bars, {}, &Bar::begin);
    }
    for (const Lane& lane : further_) {
        lanes_.push_back(lane);
        if (!lane.bars.empty()) end_ = std::max(end_, static_cast<double>(lane.bars.back().end));
    }
    for (const Lane& lane : lanes_)
        for (const Bar& bar : lane.bars)
            if (std::ranges::find(phases_, bar.phase) == phases_.end())
                phases_.push_back(bar.phase);
    std::ranges::sort(phases_);
}

void Timeline::fit() { show(0.0, end_); }

void Timeline::show(double from, double to) {
    const double width = std::clamp(to - from, std::min(closest, end_), end_);
    from_ = std::clamp(from, 0.0, end_ - width);
    to_ = from_ + width;
    update();
}

double Timeline::xOf(double ns) const {
    const double left = nameWidth, right = width() - margin;
    return left + (ns - from_) / (to_ - from_) * (right - left);
}

double Timeline::nsAt(double x) const {
    const double left = nameWidth, right = width() - margin;
    return from_ + (x - left) / (right - left) * (to_ - from_);
}

QRectF Timeline::laneRect(int lane) const {
    const int bottom = 2 * legendLine + (note_.isEmpty() ? 0 : legendLine) + margin;
    const double room = height() - axisHeight - bottom;
    const auto count = static_cast<double>(std::max<std::size_t>(lanes_.size(), 1));
    const double pitch = std::clamp(room / count, 14.0, static_cast<double>(mostLane + laneGap));
    return {static_cast<double>(nameWidth), axisHeight + lane * pitch,
            static_cast<double>(width() - margin - nameWidth), pitch - laneGap};
}

QRectF Timeline::barRect(int lane, const Bar& bar) const {
    const QRectF row = laneRect(lane);
    const double left = xOf(static_cast<double>(bar.begin));
    const double right = xOf(static_cast<double>(bar.end));
    return {left, row.top(), std::max(1.0, right - left), row.height()};
}

void Timeline::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (lanes_.empty()) return;
    drawAxis(painter);
    for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) drawLane(painter, lane);
    drawLegend(painter);
}

void Timeline::drawAxis(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QRectF last = laneRect(static_cast<int>(lanes_.size()) - 1);
    const double step =
        roundStep((to_ - from_) * tickSpacing / std::max(1, width() - nameWidth - margin));
    for (double t = std::ceil(from_ / step) * step; t <= to_; t += step) {
        const double x = xOf(t);
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(x, axisHeight - 3), QPointF(x, last.bottom()));
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(x - tickSpacing / 2.0, 0, tickSpacing, axisHeight - 4),
                         Qt::AlignHCenter | Qt::AlignBottom,
                         t == 0.0 ? QStringLiteral("0") : nanosecondsText(t));
    }
    if (!trace_) return;
    for (std::size_t k = 0; k + 1 < trace_->stepEnds.size(); ++k) {
        const double begin = xOf(static_cast<double>(trace_->stepEnds[k] - trace_->stepEnds[0]));
        const double end = xOf(static_cast<double>(trace_->stepEnds[k + 1] - trace_->stepEnds[0]));
        if (end < nameWidth || begin > width() - margin) continue;
        const double left = std::max<double>(begin, nameWidth);
        const double right = std::min<double>(end, width() - margin);
        painter.setPen(colors.text);
        if (begin >= nameWidth) painter.drawLine(QPointF(begin, 2), QPointF(begin, last.bottom()));
        if (right - left > 50)
            painter.drawText(QRectF(left + 4, 2, right - left - 4, 16), Qt::AlignLeft,
                             tr("Step %1").arg(k + 1));
    }
}

void Timeline::drawLane(QPainter& painter, int lane) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const Lane& own = lanes_[static_cast<std::size_t>(lane)];
    const QRectF row = laneRect(lane);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(margin, row.top(), nameWidth - 2 * margin, row.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, own.name);
    painter.fillRect(row, colors.sunk);
    // Skips bars that end before the left edge; bars of one lane do not overlap.
    auto bar = std::ranges::partition_point(
        own.bars, [this](const Bar& b) { return static_cast<double>(b.end) < from_; });
    painter.save();
    painter.setClipRect(row);
    double drawn = -1.0;
    for (; bar != own.bars.end() && static_cast<double>(bar->begin) <= to_; ++bar) {
        const QRectF place = barRect(lane, *bar);
        if (place.right() <= drawn) continue;  // this pixel is already drawn
        const QColor colour = phaseColour(bar->phase, colors);
        painter.fillRect(place.width() > 3.0 ? place.adjusted(0, 0, -1, 0) : place, colour);
        drawn = std::ceil(place.left());
        if (place.width() < 46.0) continue;
        const QString text = bar->pass == nullptr ? traceSymbol(phaseName(bar->phase))
                                                  : nodeName(*model_, trace_->steps, bar->node);
        painter.setPen(inkOn(colour));
        const QRectF room = place.intersected(row).adjusted(4, 0, -4, 0);
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
    }
    painter.restore();
}

void Timeline::drawLegend(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    double x = nameWidth;
    double y = laneRect(static_cast<int>(lanes_.size()) - 1).bottom() + 10;
    for (const Phase phase : phases_) {
        const QString text = traceSymbol(phaseName(phase));
        const double width = 14 + fontMetrics().horizontalAdvance(text) + 16;
        if (x + width > this->width() && x > nameWidth) x = nameWidth, y += legendLine;
        painter.fillRect(QRectF(x, y + 3, 10, 10), phaseColour(phase, colors));
        painter.setPen(colors.text);
        painter.drawText(QRectF(x + 14, y, width, 16), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width;
    }
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(nameWidth, y + legendLine, width() - nameWidth - margin, 40),
                     Qt::AlignLeft | Qt::TextWordWrap, note_);
}

const Timeline::Bar* Timeline::barAt(QPoint at) const {
    for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) {
        if (!laneRect(lane).contains(at)) continue;
        const auto& bars = lanes_[static_cast<std::size_t>(lane)].bars;
        const double slack = nsAt(at.x() + 1.0) - nsAt(at.x());
        auto bar = std::ranges::partition_point(
            bars, [&](const Bar& b) { return static_cast<double>(b.end) + slack < nsAt(at.x()); });
        if (bar != bars.end() && static_cast<double>(bar->begin) <= nsAt(at.x()) + slack)
            return &*bar;
    }
    return nullptr;
}

QString Timeline::tipAt(QPoint at) const {
    const Bar* bar = barAt(at);
    if (bar == nullptr) return {};
    const QString duration = nanosecondsText(static_cast<double>(bar->end - bar->begin));
    if (bar->pass == nullptr) return tr("%1: %2").arg(traceSymbol(phaseName(bar->phase)), duration);
    return tr("%1, %2: %3")
        .arg(traceText(bar->pass->title), nodeName(*model_, trace_->steps, bar->node), duration);
}

void Timeline::wheelEvent(QWheelEvent* event) {
    const double at = nsAt(event->position().x());
    const double factor = std::pow(0.999, event->angleDelta().y());
    const double width = std::clamp((to_ - from_) * factor, std::min(closest, end_), end_);
    const double share = (at - from_) / (to_ - from_);
    show(at - share * width, at + (1.0 - share) * width);
    event->accept();
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->pos();
    dragged_ = false;
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) return;
    dragged_ =
        dragged_ || (event->pos() - pressed_).manhattanLength() > QApplication::startDragDistance();
    if (!dragged_) return;
    const double by = nsAt(last_.x()) - nsAt(event->pos().x());
    last_ = event->pos();
    show(from_ + by, to_ + by);
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
    if (dragged_ || event->button() != Qt::LeftButton) return;
    if (const Bar* bar = barAt(event->pos()); bar != nullptr && bar->node >= 0)
        Q_EMIT nodeChosen(bar->node);
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* /*event*/) { fit(); }

void Timeline::keyPressEvent(QKeyEvent* event) {
    const double width = to_ - from_, middle = 0.5 * (from_ + to_);
    switch (event->key()) {
        case Qt::Key_Left:
            return show(from_ - 0.1 * width, to_ - 0.1 * width);
        case Qt::Key_Right:
            return show(from_ + 0.1 * width, to_ + 0.1 * width);
        case Qt::Key_Plus:
            return show(middle - 0.25 * width, middle + 0.25 * width);
        case Qt::Key_Minus:
            return show(middle - width, middle + width);
        default:
            QWidget::keyPressEvent(event);
    }
}

bool Timeline::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {  // before shortcuts of the window
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Plus ||
            key == Qt::Key_Minus)
            event->accept();
    }
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

}  // namespace momentree::app
