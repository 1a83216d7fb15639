// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace momentree::app {

class Host;
class Workspace;

/// Connects the commands that open, save, export and print.
void connectFileActions(Workspace& workspace, Host& host);
/// Examples that a document can begin as a copy of.
void fillTemplates(QMenu& menu, Host& host);
/// The menu of recent files, filled whenever it is about to show.
void keepRecentFiles(QMenu& menu, Workspace& workspace, Host& host);

}  // namespace momentree::app
