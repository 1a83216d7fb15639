// SPDX-License-Identifier: Apache-2.0
// Compares a board with this machine: all figures of the timing view, with their sources.
#pragma once

#include <functional>
#include <optional>

#include "core/session/catalogue.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

/// The lanes are called "this PC's software", "board's software" and "fabric": the planar HDCA in
/// double precision on both processors, and on the accelerator. Register transfer and network are
/// rows of the last lane. Steps of models that are no planar chains are measured as a whole, on
/// this processor with the core's hdca, and not in software on the board's.
struct BoardMeasurement {
    wire::HelloAck board;
    OffloadReport report;              ///< `more` has these two, and functions in space
    ReportTable functions;             ///< update, assembly and inverse as single calls
    ReportTable step;                  ///< of the model, of chains phase by phase
    bool exact = false;                ///< all results were equal to those of the soft arithmetic
    std::optional<Message> remark;     ///< what could not be measured and why
    std::vector<TimingRow> waterfall;  ///< pack, send, wait, compute, receive, unpack of `work`
    OffloadWork work;                  ///< the measured batch
    double software_ns = 0.0;          ///< a run of the same steps on this machine, measured
    TimingParameters parameters;       ///< reported by the board; the latency is half a round trip
};

/// The work to measure: `model` with the times and integrator of `spec`.
struct BoardQuestion {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    int calls = 200;  ///< calls of each function
};

/// Why a board cannot be measured with a model, empty if it can.
Diagnostics measureRefusal(const Model& model, const RunSpec& spec);

/// Measures for some seconds. Blocks; call on a worker thread.
/// @param news called with progress messages for people
Result<BoardMeasurement> measureBoard(BoardClient& client, const BoardQuestion& question,
                                      const std::function<void(const char*)>& news,
                                      const std::stop_token& stop = {});

}  // namespace momentree::fpga
