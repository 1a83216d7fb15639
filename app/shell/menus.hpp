// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QMenuBar;

namespace momentree::app {

class BusyStatus;
class Host;
class Workspace;

/// Entries and work of features that stand in the menus.
struct MenuParts {
    QAction* backdrop;
    QList<QAction*> references;
    BusyStatus& busy;
};

/// Fills the menu bar, with the entries that panels have added before.
void makeMenus(QMenuBar& bar, Workspace& workspace, Host& host, const MenuParts& parts);
/// The bars of files and drawing tools.
void addToolBars(Host& host);

}  // namespace momentree::app
