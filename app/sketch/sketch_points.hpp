// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/document/checked_model.hpp"
#include "app/document/work_plane.hpp"

namespace momentree::app {

/// A joint, a marker or an end of a link.
struct SketchPoint {
    Vector3d at;
    MarkerReference on;
    int joint = -1;  ///< -1: no joint there
};
std::vector<SketchPoint> sketchPoints(const CheckedModel& seen);

/// The lines between the points of links, projected onto a plane.
std::vector<SnapLine> snapLines(const CheckedModel& seen, const WorkPlane& plane);

}  // namespace momentree::app
