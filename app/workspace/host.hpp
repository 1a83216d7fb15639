// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <array>
#include <functional>
#include <vector>

#include "app/commands/actions.hpp"
#include "app/document/element.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "app/workspace/panel_dock.hpp"

class QMenu;

namespace momentree::app {

class Viewport;

/// Groups of menu entries that panels add to, each in the order of the panels.
enum class MenuGroup { RunCompare, ViewLayers, ViewPlots, HelpGuides };

/// The window as its panels and features see it: they share these parts, and ask through it for
/// what another part does.
class Host final : public QObject {
    Q_OBJECT
public:
    Host(QMainWindow& ownWindow, Actions& ownActions, Viewport& ownViewport, Notice& ownNotice,
         FileCommands& ownFiles);

    QMainWindow& window;
    Actions& actions;
    Viewport& viewport;
    Notice& notice;
    FileCommands& files;  ///< their signal `failed` tells problems: a notice, and the messages

    /// A command that does this when it is triggered.
    QAction* addCommand(const char* id, const QString& text, const QString& icon,
                        const QString& tip, const QList<QKeySequence>& keys,
                        const std::function<void()>& act);
    PanelDock* addDock(QWidget* content, const DockSettings& settings);
    void addEntries(MenuGroup group, const QList<QAction*>& entries);
    const QList<QAction*>& entries(MenuGroup group) const;

    /// A command that shows and hides the dock, and is checked while that is shown.
    void linkToDock(QAction* command, PanelDock* dock);
    /// Shows and raises the docks, or hides them if they can all be seen already.
    void toggle(const QList<QDockWidget*>& docks);
    void raise(const QString& dock);  ///< by its name, and shows it

    void say(const QString& text);  ///< passes by in the status bar
    /// A warning with its first notes, and a way to all of them in the messages.
    void announceNotes(const QString& what, const Diagnostics& notes);

Q_SIGNALS:
    void complained(const QString& why);  ///< why something was not done: over the picture
    void helpWanted(const std::string& topic);
    /// The menu of an element is about to show: others add to it.
    void menuOpened(QMenu* menu, const momentree::app::Element& element);
    void restoring();  ///< the layout of the last time is about to be taken up
    void arranged();   ///< the window stands as it will
    void closing();    ///< the layout is about to be saved
    void preferencesChanged();

private:
    std::array<QList<QAction*>, 4> entries_;  ///< by MenuGroup
};

}  // namespace momentree::app
