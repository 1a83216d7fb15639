// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

class Host;

/// Adds the commands that move the focus between the parts of the window: top bar, tools, scene,
/// panels, transport and status bar.
void addRegionCommands(Host& host);

}  // namespace momentree::app
