// SPDX-License-Identifier: Apache-2.0
// Comparison of a board with this machine: every figure of the timing view, with its source.
#pragma once

#include <functional>
#include <optional>

#include "core/session/catalogue.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

/// The lanes are called "this PC's software", "board's software" and "fabric": the planar HDCA in
/// double precision by both processors, and by the accelerator. Register transfer and network are
/// rows of the last one.
struct BoardMeasurement {
    wire::HelloAck board;
    OffloadReport report;              ///< `more` holds `functions` and `step`
    ReportTable functions;             ///< update, assembly and inverse, called one by one
    ReportTable step;                  ///< of the model, phase by phase
    bool exact = false;                ///< all results were those of the soft arithmetic
    std::optional<Message> remark;     ///< what could not be measured and why
    std::vector<TimingRow> waterfall;  ///< pack, send, wait, compute, receive, unpack of `work`
    OffloadWork work;                  ///< the batch that was measured
    double software_ns = 0.0;          ///< the same steps by a run on this machine, measured
    TimingParameters parameters;       ///< as the board says; its latency half a round trip
};

/// What to measure: `model` and the times and the integrator of `spec`.
struct BoardQuestion {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    int calls = 200;  ///< of each function
};

/// Measures for some seconds. Blocks; for a worker thread.
/// @param news gets what is measured, for people
Result<BoardMeasurement> measureBoard(BoardClient& client, const BoardQuestion& question,
                                      const std::function<void(const char*)>& news,
                                      const std::stop_token& stop = {});

}  // namespace momentree::fpga
