// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/traces.hpp"

#include <QPainter>
#include <algorithm>

#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

constexpr qsizetype mostCorners = 6000;  ///< of a drawn path; the newest are kept
constexpr double least_px = 0.7;         ///< between corners of a path

/// Corners of the path in the picture: `at`, then rows `from` to `to` (excluded) in either
/// direction.
QPolygonF corners(const Sight& sight, const std::vector<Vector3d>& places, std::ptrdiff_t from,
                  std::ptrdiff_t to, const Vector3d& at) {
    QPolygonF line{sight.toView(at)};
    const std::ptrdiff_t step = to < from ? -1 : 1;
    for (std::ptrdiff_t k = from; k != to && line.size() < mostCorners; k += step) {
        const Vector3d& place = places[static_cast<std::size_t>(k)];
        if (!canBeSeen(sight, place)) break;
        const QPointF p = sight.toView(place), d = p - line.back();
        if (std::abs(d.x()) + std::abs(d.y()) >= least_px) line << p;
    }
    return line;
}

}  // namespace

std::vector<TracePoint> Traces::points() const {
    std::vector<TracePoint> points;
    for (const Trace& trace : traces_) points.push_back(trace.point);
    return points;
}

bool Traces::contains(const TracePoint& point) const {
    return std::ranges::any_of(traces_, [&](const Trace& t) { return t.point == point; });
}

int Traces::freeColor() const {
    int color = 0;
    while (std::ranges::any_of(traces_, [&](const Trace& t) { return t.color == color; })) ++color;
    return color;
}

void Traces::add(const TracePoint& point) { traces_.push_back({point, freeColor(), {}}); }

void Traces::toggle(const TracePoint& point) {
    if (std::erase_if(traces_, [&](const Trace& t) { return t.point == point; }) == 0) add(point);
    Q_EMIT changed();
}

void Traces::set(const std::vector<TracePoint>& points) {
    traces_.clear();
    for (const TracePoint& point : points) add(point);
    Q_EMIT changed();
}

void Traces::setRecording(std::shared_ptr<const Recording> recording) {
    if (recording_ == recording) return;
    recording_ = std::move(recording);
    for (Trace& trace : traces_) trace.places.clear();
}

void Traces::read(Trace& trace, const Marker& marker, const Sight& sight) const {
    for (std::size_t k = trace.places.size(); k < recording_->size(); ++k)
        trace.places.push_back(
            (poseIn(sight.layout, recording_->row(k), marker.body) * marker.frame).r);
}

std::vector<Vector3d> Traces::path(const Sight& sight, const TracePoint& point) {
    for (Trace& trace : traces_) {
        const auto marker = markerOf(sight.model, trace.point);
        if (!(trace.point == point) || !marker || !recording_) continue;
        read(trace, *marker, sight);
        return trace.places;
    }
    return {};
}

void Traces::paint(QPainter& painter, const Sight& sight) {
    const ThemeColors& colors = themeColors(sight.dark);
    painter.setBrush(Qt::NoBrush);
    for (Trace& trace : traces_) {
        const auto marker = markerOf(sight.model, trace.point);
        if (!marker) continue;
        const Vector3d at = sight.place(*marker);
        if (!canBeSeen(sight, at)) continue;
        const QColor color =
            colors.series[static_cast<std::size_t>(trace.color) % colors.series.size()];
        if (recording_ && recording_->width() == sight.layout.width()) {
            read(trace, *marker, sight);
            const auto shown = static_cast<std::ptrdiff_t>(recording_->rowAt(sight.row[0]));
            const auto end = static_cast<std::ptrdiff_t>(trace.places.size());
            QColor faint = color;
            faint.setAlpha(90);
            painter.setPen(QPen(faint, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.drawPolyline(corners(sight, trace.places, shown + 1, end, at));
            const QPolygonF past = corners(sight, trace.places, shown, -1, at);
            painter.setPen(QPen(haloColor(sight.dark, 120), 4.0));
            painter.drawPolyline(past);
            painter.setPen(QPen(color, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.drawPolyline(past);
        }
        painter.setPen(QPen(haloColor(sight.dark, 255), 1.5));
        painter.setBrush(color);
        painter.drawEllipse(sight.toView(at), 4.5, 4.5);
        painter.setBrush(Qt::NoBrush);
    }
}

}  // namespace momentree::app
