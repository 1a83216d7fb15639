// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/timing/timing_model.hpp"

namespace momentree::fpga {

/// A board that is started for a run: the software model "virtual-board", or the simulated hardware
/// description "virtual-board:rtl"; with ":16-bits" after either, with so many bits of the
/// fraction.
struct VirtualBoard {
    bool rtl = false;
    int fraction = 0;  ///< 0 if the id has none
};
/// None if there is no such board.
std::optional<VirtualBoard> virtualBoardOf(const std::string& board);
/// The agent's command for one of them.
/// @param fraction bits that it needs if its id does not have them, 0: any
std::vector<std::string> commandFor(std::vector<std::string> command, const std::string& board,
                                    int fraction = 0);

/// The shared secret of the board at an address, empty if none is known.
using FindSecret = std::function<Expected<std::string>(const Address& address)>;

/// The backends "board:HOST:PORT" and "virtual-board" for the catalogue.
/// @param secret asked at every connection
Backend remoteBoardBackend(ClientOptions options = {}, FindSecret secret = {});
/// @param command program and arguments of the agent that is started for each connection
Backend virtualBoardBackend(std::vector<std::string> command, ClientOptions options = {});

/// Converts a batch to its protocol message.
wire::LoadModel messageOf(const BatchOrder& order);
wire::LoadProgram programMessageOf(const CompiledSystem& system);

/// Measured parts of a call outside the function itself. Register accesses are those of the board
/// or of its simulation.
struct CallShares {
    std::int64_t transfer_ns = 0, network_ns = 0;
};
CallShares sharesOf(const Exchange& exchange, const wire::Timings& timings);

/// The times reported by a board.
std::vector<TimingRow> timingRows(const wire::Timings& timings, const std::string& device);

}  // namespace momentree::fpga
