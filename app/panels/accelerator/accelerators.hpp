// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerators as backends of the runs of this program.
#pragma once

#include <string>
#include <vector>

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// Adds "virtual-board" and "board:HOST:PORT".
void addAccelerators(Catalogue& catalogue);

/// The command line of the agent installed with this program.
std::vector<std::string> virtualAcceleratorCommand();

}  // namespace momentree::app
