// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/client/own_agent.hpp"

namespace momentree::app {

/// A connected board, and the agent started for it.
struct OpenAccelerator {
    std::optional<fpga::OwnAgent> agent;  ///< for "virtual-board"
    fpga::BoardClient client;
};

/// Connects. Blocks; call on a worker thread.
/// @param address "virtual-board" or "HOST:PORT"
fpga::Expected<OpenAccelerator> openAccelerator(const QString& address,
                                                const std::stop_token& stop);

}  // namespace momentree::app
