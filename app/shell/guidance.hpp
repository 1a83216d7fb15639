// SPDX-License-Identifier: GPL-3.0-or-later
// Help on the window, and preferences.
#pragma once

class QMenu;

namespace momentree::app {

class Host;
class Workspace;

/// Adds the commands: preferences, "What's this?" and the tour.
void addGuidance(QMenu& edit, QMenu& help, Workspace& workspace, Host& host);
/// Starts the tour of the window.
void startTour(Workspace& workspace, Host& host);
/// Applies the current preferences.
void applyPreferences(Host& host);

}  // namespace momentree::app
