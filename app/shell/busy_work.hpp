// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

class BusyStatus;
class MainWindow;

/// Shows what the drawing board has computed beside the window: opening files, closing loops,
/// preparing runs, the x-ray. What is cancelled is told, with a way to ask for it again.
void showBusyWork(MainWindow& window, BusyStatus& status);

/// Adds the command that cancels it.
void addCancel(MainWindow& window, QMenu& run);

}  // namespace momentree::app
