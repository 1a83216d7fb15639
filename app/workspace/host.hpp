// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <array>
#include <functional>
#include <vector>

#include "app/commands/actions.hpp"
#include "app/document/element.hpp"
#include "app/poll/poll.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "app/workspace/panel_dock.hpp"

class QMenu;

namespace momentree::app {

class Viewport;

/// Groups of menu entries that panels add to, each in the order of the panels.
enum class MenuGroup { RunCompare, ViewLayers, ViewPlots, HelpGuides };

/// The window as seen by its panels and features: gives access to shared parts, and forwards
/// requests to others.
class Host final : public QObject {
    Q_OBJECT
public:
    Host(QMainWindow& ownWindow, Actions& ownActions, Viewport& ownViewport, Notice& ownNotice,
         FileCommands& ownFiles);

    QMainWindow& window;
    Actions& actions;
    Viewport& viewport;
    Notice& notice;
    FileCommands& files;  ///< its signal `failed` shows problems as a notice and in the messages

    /// Adds a command with the function to call when it is triggered.
    QAction* addCommand(const char* id, const QString& text, const QString& icon,
                        const QString& tip, const QList<QKeySequence>& keys,
                        const std::function<void()>& act);
    PanelDock* addDock(QWidget* content, const DockSettings& settings);
    void addEntries(MenuGroup group, const QList<QAction*>& entries);
    const QList<QAction*>& entries(MenuGroup group) const;

    /// Makes a command show and hide the dock; it is checked while the dock is visible.
    void linkToDock(QAction* command, PanelDock* dock);
    /// Shows and raises the docks, or hides them if all are visible already.
    void toggle(const QList<PanelDock*>& docks);
    void raise(const QString& dock);  ///< shows the dock with this name

    void say(const QString& text);  ///< shows a text in the status bar for a short time
    /// Shows a warning with its first notes and a link to all of them in the messages.
    void announceNotes(const QString& what, const Diagnostics& notes);

Q_SIGNALS:
    void complained(const QString& why);  ///< shows over the picture why an action was not possible
    void helpWanted(const std::string& topic);
    void studyChosen(const QString& file);  ///< a study to open with its model
    void studyWanted(const QString& file);  ///< a study with more runs than are compared at once
    /// The user asks for the menu of an element at a place of the screen.
    void elementMenuWanted(const momentree::app::Element& element, const QPoint& globalPosition);
    /// The menu of an element is about to open; adds what can be plotted of it to `menu`.
    void plotMenuOpened(QMenu* menu, const momentree::app::Element& element);
    /// A question for the class, and the number of its right answer, from 0.
    void pollOffered(const momentree::app::PollQuestion& question, int right);
    void drawingShown(bool on);   ///< the arrangement for drawing is shown, or left
    void lessonShown(bool open);  ///< a lesson wants the window, or leaves it
    void restoring();             ///< the saved layout is about to be restored
    void arranged();              ///< the layout of the window is complete
    void closing();               ///< the layout is about to be saved
    void preferencesChanged();

private:
    std::array<QList<QAction*>, 4> entries_;  ///< by MenuGroup
};

}  // namespace momentree::app
