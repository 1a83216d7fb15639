// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

struct Actions;
class Host;
class Viewport;

/// Connects the commands for the viewpoint, the themes, the full screen and the layout.
void connectViewActions(Host& host);
/// Adds the commands that zoom the picture from the keyboard.
void addZoom(QMenu& menu, Host& host);
/// What the scene shows, as it was chosen last; kept when it changes.
void restoreSceneOptions(Actions& actions, Viewport& viewport);

}  // namespace momentree::app
