// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// How the window is opened.
struct WindowRequest {
    std::string file;     ///< a model or reference case; empty: the first example, playing
    std::string lesson;   ///< folder of a lesson to start; empty: none
    bool restore = true;  ///< offer recovered work, and open the last file
};

/// Opens the desktop window and returns the exit code of its event loop. Needs a display.
int runWindow(int argc, char** argv, const WindowRequest& request);

}  // namespace momentree::app
