// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

class BusyStatus;
class Host;
class Workspace;
class Xray;

/// Shows what the drawing board has computed beside the window: opening files, closing loops,
/// preparing runs, the x-ray. What is cancelled is told, with a way to ask for it again.
void showBusyWork(Workspace& workspace, Host& host, Xray& xray, BusyStatus& status);

/// Adds the command that cancels it.
void addCancel(QMenu& run, Host& host, BusyStatus& status);

}  // namespace momentree::app
