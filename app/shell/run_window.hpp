// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// What the window is opened with.
struct WindowRequest {
    std::string file;     ///< a model or reference case; empty: the first example, already moving
    std::string lesson;   ///< folder of a lesson to begin; empty: none
    bool restore = true;  ///< offer lost work, and open what was open last
};

/// Opens the desktop window and returns the exit code of its event loop. Needs a display.
int runWindow(int argc, char** argv, const WindowRequest& request);

}  // namespace momentree::app
