// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

/// Preferences of the user other than theme and units; kept in the settings.
struct Preferences {
    int scale = 100;             ///< of text and controls, 100 to 200 percent
    bool reducedMotion = false;  ///< panels do not slide, opened models wait to be played
    bool openLast = true;        ///< the last file at the start instead of the first example
};
inline constexpr int smallestScale = 100, largestScale = 200;

Preferences preferences();
void keepPreferences(const Preferences& preferences);

/// Lets the windows of a program be as large as chosen; to be called before it has a QApplication.
void applyScale();

}  // namespace momentree::app
