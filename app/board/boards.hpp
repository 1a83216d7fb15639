// SPDX-License-Identifier: GPL-3.0-or-later
// Boards as backends of the runs of this program.
#pragma once

#include <string>
#include <vector>

#include "core/session/catalogue.hpp"
#include "core/session/session.hpp"

namespace momentree::app {

/// Adds "virtual-board" and "board:HOST:PORT".
void addBoards(Catalogue& catalogue);

/// The agent that is installed beside this program, and its arguments.
std::vector<std::string> virtualBoardCommand();

/// Whether a run failed because its board went away: the next order to play connects anew and goes
/// on from the newest row.
bool isLinkLost(const RunFigures& figures);

}  // namespace momentree::app
