// SPDX-License-Identifier: GPL-3.0-or-later
// What explains the window, and what its user sets once and for all.
#pragma once

#include <QKeySequence>
#include <QList>
#include <functional>

class QAction;
class QMenu;

namespace momentree::app {

class MainWindow;

/// A command beside those of `Actions`, in the list of all commands.
QAction* addCommand(MainWindow& window, const char* id, const QString& text, const QString& icon,
                    const QString& tip, const QList<QKeySequence>& keys,
                    const std::function<void()>& act);
/// Adds the commands for it to the menus and to the list of all commands: preferences, "What's
/// this?" and the tour.
void addHelp(MainWindow& window, QMenu& edit, QMenu& help);
/// Adds the commands that zoom the picture from the keyboard.
void addZoom(MainWindow& window, QMenu& view);
/// Says what the panels are for where somebody asks "What's this?".
void explainParts(MainWindow& window);
/// Leads through the window.
void startTour(MainWindow& window);
/// What has been chosen in the preferences holds from now on.
void applyPreferences(MainWindow& window);

}  // namespace momentree::app
