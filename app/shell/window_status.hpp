// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

class BusyStatus;
class Host;
class MessagesPanel;
class Sketcher;
class Workspace;
class Xray;

/// Fills the status bar: background work, pointer, warnings, model, singularities and run.
void fillStatusBar(Workspace& workspace, Host& host, Sketcher& sketcher, BusyStatus& busy);

}  // namespace momentree::app
