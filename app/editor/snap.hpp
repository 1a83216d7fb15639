// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace momentree::app {

using Point = Eigen::Vector2d;  ///< in the work plane [m]

struct SnapQuestion {
    Point cursor = Point::Zero();
    std::optional<Point> anchor;    ///< where the line being drawn starts
    std::span<const Point> points;  ///< joints, markers and ends of links
    std::span<const Point> feet;    ///< of points off the plane: lined up with, never caught
    double pixel = 1e-3;            ///< size of a logical pixel [m]
    bool enabled = true;
};

/// Where the cursor is meant to be, and what to show of the reason.
struct Snap {
    enum class Kind { Free, Grid, Aligned, Angle, Place };
    Kind kind = Kind::Free;
    Point at = Point::Zero();
    int point = -1;  ///< index into the points for Kind::Place
    /// Helper lines from the points that it is in line with.
    std::vector<Point> alignedWith;
};

/// Points first, then directions in steps of 15 degrees from the anchor (with a length on the
/// grid), then lines level with or straight above other points, then the grid.
Snap snap(const SnapQuestion& question);

/// Spacing of the grid that the cursor catches on: 1, 2 or 5 times a power of ten, at least eight
/// pixels [m].
double snapGrid(double pixel);

}  // namespace momentree::app
