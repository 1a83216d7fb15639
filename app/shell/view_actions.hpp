// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

struct Actions;
class Host;
class Viewport;

/// Connects the commands for viewpoint, themes, full screen and layout.
void connectViewActions(Host& host);
/// Adds the commands that zoom the picture by keyboard.
void addZoom(QMenu& menu, Host& host);
/// Restores the last choice of scene options, and stores changes.
void restoreSceneOptions(Actions& actions, Viewport& viewport);

}  // namespace momentree::app
