// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace momentree::app {

/// Puts every panel of the window at its initial place.
void placeDocks(QMainWindow& window);

}  // namespace momentree::app
