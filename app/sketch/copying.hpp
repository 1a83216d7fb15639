// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the Edit menu for the selected links. Each is one step of the history.
#pragma once

#include "app/document/edits/fragment.hpp"
#include "app/sketch/sketcher.hpp"

namespace momentree::app {

enum class Side { Right, Below };
enum class Line { Row, Column };

/// Whether links are selected; otherwise shows how to select some.
bool linksAreSelected(Sketcher& sketcher);
/// Copies the selected links to the clipboard as the text of a model file. Returns false if there
/// are none.
bool copySelection(Sketcher& sketcher);
/// Adds the mechanism on the clipboard, with its centre over the point `at` of the work plane and
/// its nearest part on the plane, or with a small offset from its old position.
void paste(Sketcher& sketcher, const std::optional<Vector3d>& at);
/// Copies the selected links with a small offset.
void duplicate(Sketcher& sketcher);
/// Copies the selected links, mirrored at their right or lower edge in the work plane.
void mirrorSelection(Sketcher& sketcher, Side side);
/// Copies the selected links `copies` times, each rotated and translated relative to the previous
/// one.
void arraySelection(Sketcher& sketcher, int copies, const Placement& step);
/// Moves the selected joints to the same horizontal or vertical line of the work plane as the
/// first.
void alignSelection(Sketcher& sketcher, Line line);
/// Splits the selected joints, and all others in the same positions.
void splitSelection(Sketcher& sketcher);
/// Moves the selected joints to the position of the first and joins their links there.
void mergeSelection(Sketcher& sketcher);

/// Shows the dialog for an array of the selected links.
void askForArray(Sketcher& sketcher, QWidget* window);

}  // namespace momentree::app
