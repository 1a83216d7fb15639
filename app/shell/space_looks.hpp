// SPDX-License-Identifier: GPL-3.0-or-later
// What each arrangement of the window shows.
#pragma once

#include <QStringList>
#include <optional>
#include <vector>

#include "app/shell/spaces.hpp"

class QMainWindow;

namespace momentree::app {

/// Panels at one place, as tabs.
struct Stack {
    QStringList docks;
    int shown = 1;       ///< how many of them are shown at first
    bool titled = true;  ///< their titles are above them
};

struct SpaceLook {
    const char* name;  ///< in the settings
    QStringList bars;
    std::vector<Stack> left = {}, right = {}, top = {}, bottom = {};  ///< from top to bottom
    std::vector<Stack> beside = {};            ///< a second column on the left
    int leftWidth = 0, rightWidth = 0;         ///< [px]
    double besideShare = 0.0;                  ///< of the width of the window
    double topShare = 0.0, bottomShare = 0.0;  ///< of the height of the window
    bool transport = true;
};

/// Of all arrangements but Everything, whose panels have places of their own.
const SpaceLook& lookOf(Space space);

/// The arrangement that has room for a wide panel, above the scene or beside it; none if *Run* has
/// a place for the panel, or no arrangement has.
std::optional<Space> homeOf(const QString& dock);

/// Gives every panel of the window its first place. Panels without a place in this look are hidden
/// at the right or bottom side, until a command shows them.
void placeDocks(QMainWindow& window, const SpaceLook& look);

}  // namespace momentree::app
