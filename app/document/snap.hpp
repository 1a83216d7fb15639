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
    Point a = Point::Zero(), b = Point::Zero();  ///< feet in the plane
    double length = 0.0;                         ///< [m], 0 where it does not count
    bool inPlane = true;                         ///< else only its length counts
    std::string link;
};

struct SnapQuestion {
    Point cursor = Point::Zero();
    std::optional<Point> anchor;      ///< where the line being drawn starts
    std::span<const Point> points;    ///< joints, markers and ends of links
    std::span<const Point> feet;      ///< of points off the plane: lined up with, never caught
    std::span<const SnapLine> lines;  ///< of links, gone on with beyond their ends
    double pixel = 1e-3;              ///< size of a logical pixel [m]
    bool enabled = true;
};

/// Where the cursor is meant to be, and what to show of the reason.
struct Snap {
    enum class Kind { Free, Grid, Aligned, Angle, Length, Line, Place };
    Kind kind = Kind::Free;
    Point at = Point::Zero();
    int point = -1;  ///< index into the points for Kind::Place
    /// Helper lines from the points that it is in line with.
    std::vector<Point> alignedWith = {};
    std::optional<SnapLine> onLine = {};       ///< whose line it is on
    std::optional<SnapLine> equalLength = {};  ///< as long as which
};

/// Points first, then lines of links, on them and beyond their ends, then directions in steps of 15
/// degrees from the anchor, then lines level with or straight above other points, then the grid.
/// Lengths from the anchor are those of links where they are near, else on the grid.
Snap snap(const SnapQuestion& question);

/// Spacing of the grid that the cursor catches on: that of the lines that are drawn [m].
double snapGrid(double pixel);

}  // namespace momentree::app
