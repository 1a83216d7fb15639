// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/trace/join_plan.hpp"

namespace momentree::app {

/// A Gantt chart: a lane for each processor of a schedule, its critical path in full colours, and
/// below it what the threads of this machine did, on the same axis of time. It is cut off where it
/// takes much longer.
class ScheduleChart final : public QWidget {
    Q_OBJECT
public:
    explicit ScheduleChart(QWidget* parent = nullptr);

    /// @param threads of `measured`; 0 for none
    void show(JoinSchedule planned, int hands, const JoinCosts& costs,
              std::vector<ScheduledTask> measured, int threads);
    const JoinSchedule& planned() const { return planned_; }
    QRectF taskRect(int lane, const ScheduledTask& task) const;

    QSize sizeHint() const override { return {460, 220}; }
    QSize minimumSizeHint() const override { return {260, 150}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF laneRect(int lane) const;
    double xOf(double seconds) const;
    int legendHeight() const;
    void drawAxis(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    JoinSchedule planned_;
    std::vector<ScheduledTask> measured_;
    JoinCosts costs_;
    int hands_ = 1, threads_ = 0;
    double end_ = 1.0, measuredEnd_ = 0.0;  ///< of the axis, of `measured` [s]
};

}  // namespace momentree::app
