// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/row_queue.hpp"

namespace momentree::fpga {

/// @param fraction bits of the fraction that a board needs which is started for this, 0: any
using Connect = std::function<Expected<BoardClient>(const std::stop_token& stop, int fraction)>;

/// Why a board has too few bits of the fraction, empty if it has enough.
std::optional<Message> shortFraction(const wire::HelloAck& board, int fraction);

/// How the batch behind an answer ended.
/// @param minor version of the agent
BatchEnd endOf(const Expected<wire::RunDone>& done, std::uint8_t minor);

/// Links of several runs that a board computes as one batch: same method, step and number of steps,
/// and either chains of the same number of bodies or systems. The batch is loaded and starts when
/// the first link starts, with the orders known by then. If a flag ends it, the runs are computed
/// again one by one, so that no run depends on the others; rows already passed on are not repeated.
/// Agents before version 1.4, of chains before 1.6, compute them one by one from the beginning.
std::vector<std::unique_ptr<BatchLink>> shareBatch(Connect connect, std::size_t runs);

}  // namespace momentree::fpga
