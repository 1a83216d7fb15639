// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/document/edits/fragment.hpp"
#include "app/sketch/edits.hpp"

class QWidget;

namespace momentree::app {

struct Array {
    int copies = 1;
    Placement step;  ///< of each copy against the one before
};

/// Asks for an array on the work plane, with units; nothing if the dialog is cancelled.
std::optional<Array> askForArray(const Edits& edits, const DrawingPlane& plane, QWidget* window);

}  // namespace momentree::app
