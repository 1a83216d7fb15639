// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

/// User preferences other than theme and units, stored in the settings.
struct Preferences {
    int scale = 100;             ///< of text and controls, 100 to 200 percent
    bool reducedMotion = false;  ///< panels do not slide, opened models do not play at once
    bool openLast = true;        ///< open the last file at the start instead of the first example
};
inline constexpr int smallestScale = 100, largestScale = 200;

Preferences preferences();
void keepPreferences(const Preferences& preferences);

/// Applies the scale to all windows; call before creating the QApplication.
void applyScale();

}  // namespace momentree::app
