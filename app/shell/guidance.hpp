// SPDX-License-Identifier: GPL-3.0-or-later
// What explains the window, and what its user sets once and for all.
#pragma once

class QMenu;

namespace momentree::app {

class Host;
class Workspace;

/// Adds the commands for it: preferences, "What's this?" and the tour.
void addGuidance(QMenu& edit, QMenu& help, Workspace& workspace, Host& host);
/// Leads through the window.
void startTour(Workspace& workspace, Host& host);
/// What has been chosen in the preferences holds from now on.
void applyPreferences(Host& host);

}  // namespace momentree::app
