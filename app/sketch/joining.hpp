// SPDX-License-Identifier: GPL-3.0-or-later
// What the Edit menu does with the selected joints. Each is one step of the history.
#pragma once

#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"

namespace momentree::app {

enum class Line { Row, Column };

/// Brings the selected joints onto one level of the plane, or one above the other: that of the
/// first.
void alignJoints(Edits& edits, const Selection& selection, const WorkPlane& plane, Line line);
/// Splits the selected joints, and all others in the same positions.
void splitJoints(Edits& edits, Selection& selection);
/// Moves the selected joints to the position of the first and joins their links there.
void mergeJoints(Edits& edits, const Selection& selection);

}  // namespace momentree::app
