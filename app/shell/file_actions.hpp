// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QMenu;

namespace momentree::app {

class Host;
class Workspace;

/// Connects the commands that open, save, export and print.
void connectFileActions(Workspace& workspace, Host& host);
/// The command that opens a robot with a choice of its root.
QAction* robotCommand(Host& host);
/// The command that saves the run on screen as a page to hand in.
QAction* labReportCommand(Workspace& workspace, Host& host);
/// The command that saves the run as a capsule.
QAction* capsuleCommand(Workspace& workspace, Host& host);
/// Write the model for Gazebo and for MuJoCo.
QAction* sdfCommand(Host& host);
QAction* mjcfCommand(Host& host);
/// Adds the examples as templates for new documents.
void fillTemplates(QMenu& menu, Host& host);
/// Fills the menu of recent files whenever it opens.
void keepRecentFiles(QMenu& menu, Workspace& workspace, Host& host);

}  // namespace momentree::app
