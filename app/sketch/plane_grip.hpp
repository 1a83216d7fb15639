// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/live_model.hpp"
#include "app/sketch/drawing_plane.hpp"

namespace momentree::app {

/// Multiples of 1, or of as many fives that there are some hundreds at most, between two levels.
std::vector<double> gridLevels(double low, double high);

/// The work plane on the picture: a translucent sheet with a grid, and an arrow at its corner that
/// moves it along its normal.
class PlaneGrip final {
public:
    PlaneGrip(const Viewport& viewport, DrawingPlane& plane, const LiveModel& live)
        : viewport_(viewport), plane_(plane), live_(live) {}

    /// Shown while it is drawn on, and where it is another than the plane of planar drawings.
    void setDrawing(bool drawing) { drawing_ = drawing; }
    bool shown() const;
    /// The knob of the arrow [logical pixels], where it can be taken hold of.
    std::optional<QPointF> knob() const;

    bool press(QPointF at);
    void move(QPointF at);
    void release() { held_ = false; }
    bool cancel();  ///< back to where it was; false if it is not held
    void paint(QPainter& painter) const;

private:
    /// Corners of the sheet, round.
    std::array<Vector3d, 4> sheet() const;
    /// The one with the arrow: the first whose tip is in the picture, while it is held the same.
    std::size_t corner() const;
    QPointF tipAt(const Vector3d& corner) const;
    double heightUnder(QPointF at) const;
    std::pair<Point, Point> seenOf(const Point& low, const Point& high) const;
    void paintGrid(QPainter& painter, const Point& low, const Point& high) const;

    const Viewport& viewport_;
    DrawingPlane& plane_;
    const LiveModel& live_;
    bool drawing_ = false, held_ = false;
    double before_ = 0.0;   ///< offset when it was taken hold of
    double grabbed_ = 0.0;  ///< height of the cursor above the plane then
    std::size_t heldCorner_ = 0;
    Vector3d heldAt_ = Vector3d::Zero();  ///< that corner when it was taken hold of
};

}  // namespace momentree::app
