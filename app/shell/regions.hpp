// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace momentree::app {

class Host;

/// Adds the commands that move the focus between the parts of the window: top bar, tools, scene,
/// panels, transport and status bar.
void addRegionCommands(Host& host);

/// Qt leaves buttons of tool bars out of the order of Tab. In the strip of tools, one of them is
/// reached, and arrow keys move between them.
void letTabReachBars(const QMainWindow& window);

}  // namespace momentree::app
