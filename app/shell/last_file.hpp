// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

class MainWindow;

/// The file that was open when the program was closed, if it still exists.
QString lastFile();

/// Stores the open file and its viewpoint.
void keepLastFile(MainWindow& window);

/// Opens a file; the one stored by `keepLastFile` is shown from the same viewpoint.
void openAgain(MainWindow& window, const QString& file);

}  // namespace momentree::app
