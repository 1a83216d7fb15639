// SPDX-License-Identifier: GPL-3.0-or-later
// Files beside the model that the window shows: a picture to draw over, and motions to compare
// with.
#pragma once

class QMenu;
class QString;

namespace momentree::app {

class MainWindow;

/// Makes the background picture and the commands for it.
void addBackdrop(MainWindow& window, QMenu& view);
/// Makes the set of references and the commands for it.
void addReferences(MainWindow& window, QMenu& view);
/// Puts a picture behind the drawing, on the work plane.
void showBackdrop(MainWindow& window, const QString& file);
/// Draws the curves of a table beside those of the run.
void compareWith(MainWindow& window, const QString& file);

}  // namespace momentree::app
