// SPDX-License-Identifier: Apache-2.0
// The times that a board reports, for reports of runs.
#pragma once

#include "core/stepping/board_times.hpp"
#include "fpga_link/client/board_client.hpp"

namespace momentree::fpga {

/// Without any work so far.
/// @param needed bits of the fraction for a wanted error, 0 if none is wanted
BoardTimes noTimes(const wire::HelloAck& board, int needed = 0);

/// Adds a batch. The phases of its fused program overlap: they share the clocks of the batch by the
/// numbers of their operations.
void addBatch(BoardTimes& times, const wire::ModelAck& program, const wire::RunDone& done,
              const Exchange& exchange);

/// Adds a call of a function.
void addCall(BoardTimes& times, const char* function, const wire::Timings& timings);

}  // namespace momentree::fpga
