// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace momentree::app {

using Point = Eigen::Vector2d;  ///< in the work plane [m]

/// A line of a link, between two of its points.
struct SnapLine {
    Point a = Point::Zero(), b = Point::Zero();  ///< end points projected onto the plane
    double length = 0.0;                         ///< [m], 0 if it is not to be used
    bool inPlane = true;                         ///< otherwise only its length is used
    std::string link;
};

struct SnapQuestion {
    Point cursor = Point::Zero();
    std::optional<Point> anchor;      ///< start of the line being drawn
    std::span<const Point> points;    ///< joints, markers and ends of links
    std::span<const Point> feet;      ///< of points off the plane: used for alignment only
    std::span<const SnapLine> lines;  ///< of links, extended beyond their ends
    double pixel = 1e-3;              ///< size of a logical pixel [m]
    bool enabled = true;
};

/// The snapped position of the cursor, with its reason for display.
struct Snap {
    enum class Kind { Free, Grid, Aligned, Angle, Length, Line, Place };
    Kind kind = Kind::Free;
    Point at = Point::Zero();
    int point = -1;  ///< index into the points for Kind::Place
    /// Points with which it is aligned by helper lines.
    std::vector<Point> alignedWith = {};
    std::optional<SnapLine> onLine = {};       ///< the line it lies on
    std::optional<SnapLine> equalLength = {};  ///< a link of equal length
};

/// Snaps to points first, then to lines of links and their extensions, then to directions in steps
/// of 15 degrees from the anchor, then to horizontal and vertical lines through other points, then
/// to the grid. Lengths from the anchor snap to those of links if close, otherwise to the grid.
Snap snap(const SnapQuestion& question);

/// Spacing of the snap grid, the same as that of the drawn lines [m].
double snapGrid(double pixel);

}  // namespace momentree::app
