// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QMenuBar;

namespace momentree::app {

class BusyStatus;
class Host;
class Workspace;

/// Entries and objects of features for the menus.
struct MenuParts {
    QAction* backdrop;
    QList<QAction*> references;
    BusyStatus& busy;
    QList<QAction*> spaces;
};

/// Fills the menu bar, including entries added by panels before.
void makeMenus(QMenuBar& bar, Workspace& workspace, Host& host, const MenuParts& parts);
/// Adds the tool bars for files and drawing tools.
void addToolBars(Host& host);

}  // namespace momentree::app
