// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/timing/timing_model.hpp"

namespace momentree::fpga {

/// Boards that are started for a run: the software model, and the simulated hardware description.
inline constexpr const char* virtualBoard = "virtual-board";
inline constexpr const char* virtualRtlBoard = "virtual-board:rtl";
/// The agent's command for one of them.
std::vector<std::string> commandFor(std::vector<std::string> command, const std::string& board);

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
