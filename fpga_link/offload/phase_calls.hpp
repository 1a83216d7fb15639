// SPDX-License-Identifier: Apache-2.0
// Calls the accelerator's functions one by one over the network, as the paper's sequence diagrams
// do on one chip. Only for comparison: a batch is always faster.
#pragma once

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

/// Repeated calls of one function. Times are medians per call, with their spread.
struct PhaseCall {
    /// "update", "assembly", "update and assembly", "inverse", "update in space", "assembly in
    /// space"
    std::string function;
    bool inSpace = false;
    TimingRow software;  ///< the same on this machine
    /// pack, send, wait, receive, unpack by this machine's clock; `wait` includes the board's time
    std::vector<TimingRow> exchange;
    std::vector<TimingRow> board;  ///< times reported by the board
    TimingRow network;             ///< the part of the exchange in which the board did not work
    bool exact = false;            ///< all results equal those of the soft arithmetic, bit by bit
};

/// Calls every function `calls` times (at least once) with changing bodies; those in space if the
/// board has them.
Expected<std::vector<PhaseCall>> callPhases(BoardClient& client, const SoftwareTimes& software,
                                            int calls, const std::stop_token& stop = {});

}  // namespace momentree::fpga
