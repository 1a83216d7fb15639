// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

class BusyStatus;
class DrawingPlane;
class Host;
class Spaces;
class MessagesPanel;
class Workspace;
class Xray;

/// Fills the status bar: background work, pointer, warnings, model, singularities and run.
void fillStatusBar(Workspace& workspace, Host& host, Spaces& spaces, const DrawingPlane& plane,
                   BusyStatus& busy);

}  // namespace momentree::app
