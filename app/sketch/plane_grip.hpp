// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/live_model.hpp"
#include "app/sketch/drawing_plane.hpp"

namespace momentree::app {

/// Multiples of 1 between two levels, or of the power of five that limits them to a few hundred.
std::vector<double> gridLevels(double low, double high);

/// The work plane in the picture: a translucent sheet with a grid, and an arrow at its corner that
/// moves it along its normal.
class PlaneGrip final {
public:
    PlaneGrip(const Viewport& viewport, DrawingPlane& plane, const LiveModel& live)
        : viewport_(viewport), plane_(plane), live_(live) {}

    /// The sheet is shown while drawing, and whenever it is not the plane of planar drawings.
    void setDrawing(bool drawing) { drawing_ = drawing; }
    bool shown() const;
    /// The knob of the arrow [logical pixels], if it can be dragged.
    std::optional<QPointF> knob() const;

    bool press(QPointF at);
    void move(QPointF at);
    void release() { held_ = false; }
    bool cancel();  ///< restores the plane; false if it is not being dragged
    void paint(QPainter& painter) const;

private:
    /// Corners of the sheet in order.
    std::array<Vector3d, 4> sheet() const;
    /// The corner with the arrow: the first whose tip is in the picture; unchanged while dragging.
    std::size_t corner() const;
    QPointF tipAt(const Vector3d& corner) const;
    double heightUnder(QPointF at) const;
    std::pair<Point, Point> seenOf(const Point& low, const Point& high) const;
    void paintGrid(QPainter& painter, const Point& low, const Point& high) const;

    const Viewport& viewport_;
    DrawingPlane& plane_;
    const LiveModel& live_;
    bool drawing_ = false, held_ = false;
    double before_ = 0.0;   ///< offset at the start of the drag
    double grabbed_ = 0.0;  ///< height of the cursor above the plane at that time
    std::size_t heldCorner_ = 0;
    Vector3d heldAt_ = Vector3d::Zero();  ///< the corner at that time
};

}  // namespace momentree::app
