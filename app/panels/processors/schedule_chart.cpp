// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/processors/schedule_chart.hpp"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/theme/tokens.hpp"
#include "app/base/value_text.hpp"

namespace momentree::app {
namespace {

constexpr int names = 86, right = 14, axis = 20, laneGap = 4, mostLane = 26;
constexpr int legendLine = 18;
constexpr double box = 15.0, gap = 14.0;  ///< of the legend
constexpr double leastShare = 3.0;  ///< the axis ends at this multiple of the schedule at most
constexpr double tick = 90.0, perSecond = 1e9;

using Kind = ScheduledTask::Kind;
constexpr std::array kinds{Kind::Body, Kind::Join, Kind::Base, Kind::Split};

QColor colourOf(Kind kind, const ThemeColors& colors) {
    return colors.series[static_cast<std::size_t>(kind)];
}

QString criticalNote() { return ScheduleChart::tr("strong: the critical path"); }

/// With its time.
QString legendOf(Kind kind, const JoinCosts& costs) {
    const auto timed = [](const QString& name, double seconds) {
        return QStringLiteral("%1 %2").arg(name, nanosecondsText(seconds * perSecond));
    };
    switch (kind) {
        case Kind::Body:
            return timed(ScheduleChart::tr("link"), costs.body);
        case Kind::Join:
            return timed(ScheduleChart::tr("join"), costs.join);
        case Kind::Base:
            return timed(ScheduleChart::tr("base"), costs.base);
        default:
            return timed(ScheduleChart::tr("split"), costs.split);
    }
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundedUp(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least) return factor * power;
    return 10.0 * power;
}

}  // namespace

ScheduleChart::ScheduleChart(QWidget* parent) : QWidget(parent) {
    setObjectName("scheduleChart");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Schedule of the processors"));
}

void ScheduleChart::show(JoinSchedule planned, int hands, const JoinCosts& costs,
                         std::vector<ScheduledTask> measured, int threads) {
    planned_ = std::move(planned);
    measured_ = std::move(measured);
    costs_ = costs;
    hands_ = hands;
    threads_ = threads;
    measuredEnd_ = 0.0;
    for (const ScheduledTask& task : measured_) measuredEnd_ = std::max(measuredEnd_, task.end);
    end_ = std::max(planned_.span, std::min(measuredEnd_, leastShare * planned_.span));
    if (end_ <= 0.0) end_ = 1.0;
    update();
}

QRectF ScheduleChart::laneRect(int lane) const {
    const int lanes = hands_ + threads_;
    const double room = height() - axis - legendHeight() - (threads_ > 0 ? 8.0 : 0.0);
    const double pitch = std::min<double>(room / lanes, mostLane + laneGap);
    const double shift = lane >= hands_ ? 8.0 : 0.0;
    return {static_cast<double>(names), axis + lane * pitch + shift,
            static_cast<double>(width() - names - right), std::max(2.0, pitch - laneGap)};
}

double ScheduleChart::xOf(double seconds) const {
    return names + seconds / end_ * (width() - names - right);
}

QRectF ScheduleChart::taskRect(int lane, const ScheduledTask& task) const {
    const QRectF row = laneRect(lane);
    const double left = xOf(task.begin);
    return {left, row.top(), std::max(1.0, xOf(task.end) - left), row.height()};
}

void ScheduleChart::drawAxis(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const double step = roundedUp(end_ * tick / std::max(1, width() - names - right));
    const double bottom = laneRect(hands_ + threads_ - 1).bottom();
    for (double t = 0.0; t <= end_ * 1.0001; t += step) {
        const double x = xOf(t);
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(x, axis - 3), QPointF(x, bottom));
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(x - tick / 2, 0, tick, axis - 4),
                         Qt::AlignHCenter | Qt::AlignBottom,
                         t == 0.0 ? QStringLiteral("0") : nanosecondsText(t * perSecond));
    }
}

/// One line if it is wide enough for all, otherwise two.
int ScheduleChart::legendHeight() const {
    double wide = fontMetrics().horizontalAdvance(criticalNote());
    for (const Kind kind : kinds)
        wide += box + gap + fontMetrics().horizontalAdvance(legendOf(kind, costs_));
    return wide <= width() ? legendLine + 4 : 2 * legendLine + 6;
}

void ScheduleChart::drawLegend(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    double x = 0.0, y = height() - legendHeight() + 4;
    const auto place = [&](double wide) {
        if (x > 0.0 && x + wide > width()) x = 0.0, y += legendLine;
        const QPointF at(x, y);
        x += wide + gap;
        return at;
    };
    for (const Kind kind : kinds) {
        const QString name = legendOf(kind, costs_);
        const QPointF at = place(box + fontMetrics().horizontalAdvance(name));
        painter.fillRect(QRectF(at.x(), at.y() + 2, 10, 10), colourOf(kind, colors));
        painter.setPen(colors.text);
        painter.drawText(at + QPointF(box, 11), name);
    }
    const QString note = criticalNote();
    painter.setPen(colors.mutedText);
    painter.drawText(place(fontMetrics().horizontalAdvance(note)) + QPointF(0, 11), note);
}

void ScheduleChart::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    drawAxis(painter);
    for (int lane = 0; lane < hands_ + threads_; ++lane) {
        const QRectF row = laneRect(lane);
        painter.fillRect(row, colors.sunk);
        painter.setPen(colors.text);
        if (row.height() < fontMetrics().height() - 4) continue;
        painter.drawText(QRectF(0, row.top(), names - 8, row.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         lane < hands_ ? tr("Processor %1").arg(lane + 1)
                                       : tr("measured %1").arg(lane - hands_ + 1));
    }
    const auto draw = [&](const ScheduledTask& task, int lane, bool strong) {
        const QRectF place = taskRect(lane, task);
        const QColor colour = colourOf(task.kind, colors);
        painter.fillRect(place.width() > 3.0 ? place.adjusted(0, 0, -1, 0) : place,
                         strong ? colour : mixed(colors.sunk, colour, 0.45F));
    };
    for (const ScheduledTask& task : planned_.tasks) draw(task, task.hand, task.critical);
    painter.save();
    painter.setClipRect(QRectF(names, 0, width() - names - right, height()));
    for (const ScheduledTask& task : measured_)
        if (task.hand < threads_ && task.begin < end_) draw(task, hands_ + task.hand, true);
    painter.restore();
    if (measuredEnd_ > end_) {
        const QRectF row = laneRect(hands_);
        const QString text = tr("until %1 ›").arg(nanosecondsText(measuredEnd_ * perSecond));
        const double wide = fontMetrics().horizontalAdvance(text) + 8;
        const QRectF place(row.right() - wide, row.top(), wide, row.height());
        painter.fillRect(place, colors.sunk);
        painter.setPen(colors.text);
        painter.drawText(place, Qt::AlignCenter, text);
    }
    drawLegend(painter);
}

}  // namespace momentree::app
