// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QBoxLayout;
class QLabel;
class QMenu;
class QMenuBar;
class QToolButton;

namespace momentree::app {

class Host;
class Spaces;
class Workspace;

/// The bar at the top of the window: menus, document, undo and redo, the workspaces, and what helps
/// everywhere.
class TopBar final : public QToolBar {
    Q_OBJECT
public:
    TopBar(Workspace& workspace, Host& host, Spaces& spaces);
    /// Offers the menus of that bar, and the arrangement with all panels.
    void setMenus(const QMenuBar& bar);
    /// Adds a control of the run before the search; Draw and lessons hide it.
    void addRunControl(QWidget& control);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* button(const char* name, const QString& text, const QString& icon);
    QMenu* makeFileMenu();
    void followDocument();
    void followSpace();

    Workspace& workspace_;
    Host& host_;
    Spaces& spaces_;
    QList<QWidget*> ofDocument_;  ///< hidden on the start page
    QLabel* program_;
    QToolButton *menu_, *name_, *find_;
    QBoxLayout* right_;
};

}  // namespace momentree::app
