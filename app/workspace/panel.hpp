// SPDX-License-Identifier: GPL-3.0-or-later
// A panel is a folder app/panels/NAME with a panel.cpp that defines
//
//     namespace momentree::app::NAME {
//     void addPanel(Workspace& workspace, Host& host);
//     }
//
// It makes the panel's dock, commands and menu entries, and connects them with the workspace. The
// line of its room in app/CMakeLists.txt puts it into the window; the order of these lines is the
// order of the panels in menus and bars. No panel includes another one, nor the window.
#pragma once

#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
