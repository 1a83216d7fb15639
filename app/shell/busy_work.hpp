// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

class BusyStatus;
class Host;
class Workspace;
class Xray;

/// Shows background work of the window: opening files, closing loops, preparing runs, the x-ray.
/// Reports what was cancelled, with a way to start it again.
void showBusyWork(Workspace& workspace, Host& host, Xray& xray, BusyStatus& status);

/// Adds the command that cancels the work.
void addCancel(QMenu& run, Host& host, BusyStatus& status);

}  // namespace momentree::app
