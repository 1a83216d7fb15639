// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/timing/timing_model.hpp"

namespace momentree::fpga {

/// A board at an address. It streams ahead of the reader, so that a pause of the reader does not
/// delay it.
std::unique_ptr<BatchLink> makeBoardLink(Address address, ClientOptions options = {});

/// An agent on this machine that is started for the batch and ends with it.
/// @param command program and arguments
std::unique_ptr<BatchLink> makeVirtualBoardLink(std::vector<std::string> command,
                                                ClientOptions options = {});

/// The functions of the same boards, for per-phase runs.
std::unique_ptr<FunctionLink> makeBoardFunctions(Address address, ClientOptions options = {});
std::unique_ptr<FunctionLink> makeVirtualBoardFunctions(std::vector<std::string> command,
                                                        ClientOptions options = {});

/// The backends "board:HOST:PORT" and "virtual-board" for the catalogue.
Backend remoteBoardBackend(ClientOptions options = {});
Backend virtualBoardBackend(std::vector<std::string> command, ClientOptions options = {});

/// Converts a batch to its protocol message.
wire::LoadModel messageOf(const BatchOrder& order);

/// Measured parts of a call outside the function itself. Register accesses are those of the board
/// or of its simulation.
struct CallShares {
    std::int64_t transfer_ns = 0, network_ns = 0;
};
CallShares sharesOf(const Exchange& exchange, const wire::Timings& timings);

/// The times reported by a board.
std::vector<TimingRow> timingRows(const wire::Timings& timings, const std::string& device);

}  // namespace momentree::fpga
