// SPDX-License-Identifier: GPL-3.0-or-later
// What the Edit menu does with the selected links. Each is one step of the history.
#pragma once

#include "app/document/edits/fragment.hpp"
#include "app/sketch/sketcher.hpp"

namespace momentree::app {

enum class Side { Right, Below };
enum class Line { Row, Column };

/// Otherwise it says how to select some.
bool linksAreSelected(Sketcher& sketcher);
/// Puts the selected links on the clipboard, as the text of a model file. False if there are none.
bool copySelection(Sketcher& sketcher);
/// Adds what is on the clipboard, its middle over the point `at` of the work plane and on the plane
/// where it comes nearest, or with a small offset from its old position.
void paste(Sketcher& sketcher, const std::optional<Vector3d>& at);
/// Copies the selected links with a small offset.
void duplicate(Sketcher& sketcher);
/// Copies the selected links mirrored in their right or lower edge, as the work plane has it.
void mirrorSelection(Sketcher& sketcher, Side side);
/// Copies the selected links `copies` times, each turned and shifted against the one before.
void arraySelection(Sketcher& sketcher, int copies, const Placement& step);
/// Brings the selected joints onto one level of the work plane, or one above the other: that of the
/// first.
void alignSelection(Sketcher& sketcher, Line line);
/// Takes the selected joints, and all others in the same places, apart.
void splitSelection(Sketcher& sketcher);
/// Brings the selected joints to the place of the first and joins their links there.
void mergeSelection(Sketcher& sketcher);

/// Asks for an array of the selected links, with units.
void askForArray(Sketcher& sketcher, QWidget* window);

}  // namespace momentree::app
