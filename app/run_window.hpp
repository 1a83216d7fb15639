// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// Opens the desktop window and returns the exit code of its event loop. Needs a display.
/// @param file the model or reference case to show; empty: the first example, already moving
int runWindow(int argc, char** argv, const std::string& file);

}  // namespace momentree::app
