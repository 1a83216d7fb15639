// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "fpga_link/client/board_client.hpp"

namespace momentree::app {

/// A board's answers.
struct AcceleratorAnswer {
    std::optional<fpga::wire::HelloAck> identity;
    std::optional<fpga::wire::Status> status;
    std::optional<fpga::wire::SelfTestResult> selfTest;
    double roundTrip_us = 0.0;  ///< of a small request, measured
    QString problem;            ///< empty if all requests were answered, otherwise what to do
};

/// Asks a board for its identity and a self test, and disconnects afterwards. Blocks; call on a
/// worker thread.
/// @param address "virtual-board" or "HOST:PORT"
AcceleratorAnswer askAccelerator(const QString& address, bool selfTest,
                                 const std::stop_token& stop);

/// "127.0.0.1:PORT" of every agent that this user runs on this machine.
QStringList agentsHere();

}  // namespace momentree::app
