// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "app/scene/trace_point.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// The paths of chosen points, taken from the recording: strong up to the shown time, faint where
/// they go from there as far as that is computed.
class Traces final : public QObject, public PictureLayer {
    Q_OBJECT
public:
    using QObject::QObject;

    std::vector<TracePoint> points() const;
    bool contains(const TracePoint& point) const;
    void toggle(const TracePoint& point);
    void set(const std::vector<TracePoint>& points);
    /// What the paths are read from; null while there is no run of the model on the picture.
    void setRecording(std::shared_ptr<const Recording> recording);
    /// Places of a traced point so far, with their times; for reading by tests and tools.
    std::vector<Vector3d> path(const Sight& sight, const TracePoint& point);

    void paint(QPainter& painter, const Sight& sight) override;

Q_SIGNALS:
    void changed();

private:
    struct Trace {
        TracePoint point;
        int color = 0;                 ///< of the series; kept as long as the trace
        std::vector<Vector3d> places;  ///< [rows read]
    };
    void read(Trace& trace, const Marker& marker, const Sight& sight) const;
    int freeColor() const;
    void add(const TracePoint& point);

    std::vector<Trace> traces_;
    std::shared_ptr<const Recording> recording_;
};

}  // namespace momentree::app
