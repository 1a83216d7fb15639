// SPDX-License-Identifier: GPL-3.0-or-later
// A panel is a folder app/panels/NAME with a panel.cpp that defines
//
//     namespace momentree::app::NAME {
//     void addPanel(Workspace& workspace, Host& host);
//     }
//
// It creates the panel's dock, commands and menu entries, and connects them with the workspace. A
// line in app/CMakeLists.txt adds the panel to the window; the order of these lines is the order of
// the panels in menus and bars. Panels include neither each other nor the window.
#pragma once

#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
