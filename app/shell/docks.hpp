// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace momentree::app {

/// Puts every panel of the window where it stands at first.
void placeDocks(QMainWindow& window);

}  // namespace momentree::app
