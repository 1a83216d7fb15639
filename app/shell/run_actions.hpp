// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

class DrawingView;
class Host;
class Workspace;

/// Connects the commands of the run on screen.
void connectRunActions(Workspace& workspace, Host& host, DrawingView& drawing);

}  // namespace momentree::app
