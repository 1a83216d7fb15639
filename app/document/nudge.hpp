// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// The text with the number under the cursor changed by `steps` of its second digit; everything
/// else stays. Unchanged if there is no number.
/// @param cursor position in the text, moved to the end of the number
QString nudged(const QString& text, int& cursor, int steps);

}  // namespace momentree::app
