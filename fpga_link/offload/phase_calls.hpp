// SPDX-License-Identifier: Apache-2.0
// The accelerator's functions called one by one over the network, as the paper's sequence diagrams
// do it on one chip: for comparison, since a batch is always faster.
#pragma once

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

/// One function, called again and again. Times are those of a call, medians with their spread.
struct PhaseCall {
    std::string function;  ///< "update", "assembly", "update and assembly", "inverse"
    TimingRow software;    ///< the same on this machine
    /// pack, send, wait, receive, unpack by this machine's clock; `wait` holds all of the board
    std::vector<TimingRow> exchange;
    std::vector<TimingRow> board;  ///< times that the board reports
    TimingRow network;             ///< what of the exchange the board did not work
    bool exact = false;            ///< every result was that of the soft arithmetic, bit by bit
};

/// Calls every function `calls` times (1 or more) with changing bodies.
Expected<std::vector<PhaseCall>> callPhases(BoardClient& client, const SoftwareTimes& software,
                                            int calls, const std::stop_token& stop = {});

}  // namespace momentree::fpga
