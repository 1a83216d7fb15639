// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/snapping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace momentree::app {
namespace {

constexpr double onPlaneWithin = 1e-6;  ///< [m]
constexpr double pointReach = 11.0;     ///< [pixels]

}  // namespace

int Snapping::nearest(QPointF at, const std::vector<SketchPoint>& points) const {
    int found = -1;
    double least = pointReach;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const QPointF away = viewport_.toView(points[k].at) - at;
        const double distance = std::hypot(away.x(), away.y());
        if (distance >= least) continue;
        least = distance;
        found = static_cast<int>(k);
    }
    return found;
}

Snap Snapping::snap(const WorkPlane& plane, QPointF at, const std::vector<SketchPoint>& points,
                    const std::vector<SnapLine>& lines, bool enabled,
                    const std::optional<Point>& anchor) const {
    if (const int k = enabled ? nearest(at, points) : -1; k >= 0) {
        const QPointF seen = viewport_.toView(points[static_cast<std::size_t>(k)].at);
        return {Snap::Kind::Place, pointUnder(viewport_, plane, seen), k};
    }
    std::vector<Point> feet;
    for (const SketchPoint& point : points) feet.push_back(plane.of(point.at));
    SnapQuestion question;
    question.cursor = pointUnder(viewport_, plane, at);
    question.anchor = anchor;
    question.feet = feet;
    question.lines = lines;
    question.pixel = viewport_.metresPerPixel();
    question.enabled = enabled;
    return app::snap(question);
}

/// The point of a link under the cursor: in the plane if the link is, otherwise on its nearest
/// line.
Vector3d Snapping::onLink(QPointF at, int body) const {
    const CheckedModel& seen = live_.checked();
    const BodyState& state = seen.start[static_cast<std::size_t>(body)];
    std::vector<Vector3d> points;
    for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers)
        points.push_back(placeOf(seen, seen.model->markers[static_cast<std::size_t>(m)]));
    const auto inPlane = [&](const Vector3d& p) {
        return std::abs(plane_.get().height(p)) < onPlaneWithin;
    };
    if (std::ranges::all_of(points, inPlane)) return plane_.get().at(plane_.under(at));
    const Vector3d towards = viewport_.scene().towardsViewer();
    Vector3d found = viewport_.toWorld(at, state.r, towards);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            const QPointF from = viewport_.toView(points[a]),
                          line = viewport_.toView(points[b]) - from;
            const double square = std::max(QPointF::dotProduct(line, line), 1e-9);
            const double t = std::clamp(QPointF::dotProduct(at - from, line) / square, 0.0, 1.0);
            const QPointF off = at - from - t * line;
            if (const double away = std::hypot(off.x(), off.y()); away < nearest) {
                nearest = away;
                found = points[a] + t * (points[b] - points[a]);
            }
        }
    return found;
}

Target Snapping::target(QPointF at, Qt::KeyboardModifiers keys, const std::optional<Point>& anchor,
                        bool lengths) const {
    const CheckedModel& seen = live_.checked();
    const std::vector<SketchPoint> points = sketchPoints(seen);
    Target target;
    std::vector<SnapLine> lines = snapLines(seen, plane_.get());
    if (!lengths)
        for (SnapLine& line : lines) line.length = 0.0;
    target.snap = snap(plane_.get(), at, points, lines, !keys.testFlag(Qt::AltModifier), anchor);
    target.point.at = plane_.get().at(target.snap.at);
    if (target.snap.point >= 0) {
        const SketchPoint& point = points[static_cast<std::size_t>(target.snap.point)];
        target.point.at = point.at;
        target.point.on = point.on;
        target.joint = point.joint;
    }
    const render::Picked picked = viewport_.pickAt(at, false);
    if (picked.kind == render::Picked::Kind::Joint && target.joint < 0) target.joint = picked.index;
    if (picked.kind == render::Picked::Kind::Body) target.body = picked.index;
    if (target.point.free() && target.body >= 0) {
        const std::string& name = seen.model->bodies[static_cast<std::size_t>(target.body)].name;
        target.point.on = {name, "", 0};
        if (target.snap.onLine && target.snap.onLine->link == name) return target;
        // On a link the point is at the cursor, not snapped to the grid.
        target.point.at = onLink(at, target.body);
        target.snap = {Snap::Kind::Place, plane_.under(viewport_.toView(target.point.at))};
    }
    return target;
}

}  // namespace momentree::app
