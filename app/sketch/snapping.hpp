// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "app/document/edits/draw.hpp"
#include "app/runs/live_model.hpp"
#include "app/sketch/drawing_plane.hpp"
#include "app/sketch/sketch_points.hpp"

namespace momentree::app {

/// The target of the cursor.
struct Target {
    Snap snap;
    DrawnPoint point;
    int joint = -1, body = -1;  ///< elements under the cursor, indices into the model's lists
};

/// Finds what the cursor means: points, links and lines that it is on, or a place in the plane.
class Snapping final {
public:
    Snapping(const Viewport& viewport, const DrawingPlane& plane, const LiveModel& live)
        : viewport_(viewport), plane_(plane), live_(live) {}

    /// On the work plane.
    /// @param lengths whether what is drawn from the anchor has a length that counts
    Target target(QPointF at, Qt::KeyboardModifiers keys,
                  const std::optional<Point>& anchor = std::nullopt, bool lengths = false) const;
    /// Where the cursor is meant to be: a point that it is on, or a place in a plane.
    /// @param lines of links to go on with, and lengths to repeat
    Snap snap(const WorkPlane& plane, QPointF at, const std::vector<SketchPoint>& points,
              const std::vector<SnapLine>& lines, bool enabled,
              const std::optional<Point>& anchor = std::nullopt) const;
    /// The sketch point under the cursor, -1 if there is none.
    int nearest(QPointF at, const std::vector<SketchPoint>& points) const;

private:
    Vector3d onLink(QPointF at, int body) const;

    const Viewport& viewport_;
    const DrawingPlane& plane_;
    const LiveModel& live_;
};

}  // namespace momentree::app
