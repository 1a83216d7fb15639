// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::app {

class Host;
class Workspace;

/// Makes every panel, see app/workspace/panel.hpp. app/CMakeLists.txt writes its source.
void addPanels(Workspace& workspace, Host& host);

}  // namespace momentree::app
