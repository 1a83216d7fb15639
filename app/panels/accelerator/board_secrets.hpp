// SPDX-License-Identifier: GPL-3.0-or-later
// The shared secrets of boards.
#pragma once

#include <QString>

#include "fpga_link/client/board_error.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::app {

/// Names a file whose first line is the secret of every board; takes precedence over secrets kept
/// by the window.
inline constexpr const char* boardSecretVariable = "MOMENTREE_BOARD_SECRET";

/// The secret of the board at an address, empty if none is known. Kept secrets that other users can
/// read are refused.
fpga::Expected<std::string> boardSecret(const fpga::Address& address);

/// Keeps the secret of a board in a file that only this user can read; an empty one is forgotten.
/// @return the problem, empty if there was none
QString keepBoardSecret(const fpga::Address& address, const std::string& secret);

}  // namespace momentree::app
