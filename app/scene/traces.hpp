// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "app/scene/trace_point.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// The paths of chosen points from the recording: strong up to the current time, faint after it as
/// far as computed.
class Traces final : public QObject, public PictureLayer {
    Q_OBJECT
public:
    using QObject::QObject;

    std::vector<TracePoint> points() const;
    bool contains(const TracePoint& point) const;
    void toggle(const TracePoint& point);
    void set(const std::vector<TracePoint>& points);
    /// Source of the paths; null if there is no run of the displayed model.
    void setRecording(std::shared_ptr<const Recording> recording);
    /// Positions of a traced point so far with their times, for tests and tools.
    std::vector<Vector3d> path(const Sight& sight, const TracePoint& point);

    void paint(QPainter& painter, const Sight& sight) override;

Q_SIGNALS:
    void changed();

private:
    struct Trace {
        TracePoint point;
        int color = 0;                 ///< index in the series, fixed for the lifetime of the trace
        std::vector<Vector3d> places;  ///< [rows read]
    };
    void read(Trace& trace, const Marker& marker, const Sight& sight) const;
    int freeColor() const;
    void add(const TracePoint& point);

    std::vector<Trace> traces_;
    std::shared_ptr<const Recording> recording_;
};

}  // namespace momentree::app
