// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "fpga_link/client/board_error.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// What FLAGS of the accelerator mean for a batch: none of them is harmless, so its rows are right
/// only up to the first one. Empty without a flag.
/// @param steps number of steps within which the first flag was raised
std::optional<BoardError> flagTrouble(std::uint32_t flags, std::uint64_t steps);
/// The same for the answer of a board.
/// @param minor version of the agent; older ones do not give the step of every flag
std::optional<BoardError> flagTrouble(const wire::RunDone& done, std::uint8_t minor);

/// How a batch with this trouble ends.
BatchStatus endOf(const BoardError& error);
/// What is known of it; empty for numbers that are not finite, where the run gives the remedy.
std::optional<Message> problemOf(const BoardError& error);

}  // namespace momentree::fpga
