// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

class MainWindow;

/// The file that was open when the program was left, if it is still there.
QString lastFile();

/// Remembers the open file and from where it is seen.
void keepLastFile(MainWindow& window);

/// Opens a file; the one that `keepLastFile` remembered is seen from where it was.
void openAgain(MainWindow& window, const QString& file);

}  // namespace momentree::app
