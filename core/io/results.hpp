// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/text_file.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/error_estimate.hpp"
#include "core/session/recording.hpp"

namespace momentree {

enum class CsvColumns { All, Probes };

/// A field of RFC 4180, quoted if necessary.
std::string csvField(const std::string& text);

/// Writes the rows of a recording as CSV (RFC 4180, contract section 4), with the shortest text
/// that reads back as the same double. "-" is standard output. If the disk is full, complete rows
/// are kept and the message gives their number.
Result<void> writeCsv(const Recording& recording, const RowLayout& layout, CsvColumns columns,
                      const std::string& path);

/// One run of a merged table. Its columns are called "NAME.COLUMN", or "COLUMN" if `name` is empty.
struct CsvRun {
    std::string name;
    const Recording* recording = nullptr;
};
/// Writes runs of one model next to each other, with one time column: rows of equal index have
/// equal time. After a shorter run ends, its columns are `nan`.
Result<void> writeCsv(std::span<const CsvRun> runs, const RowLayout& layout, CsvColumns columns,
                      const std::string& path);

/// Facts of a report that are not in the recording (contract section 5).
struct ReportFacts {
    std::string modelName;
    RunSpec spec;
    std::int64_t steps = 0;
    double wall = 0.0;                       ///< [s]
    double simulated = 0.0;                  ///< [s]
    std::string status;                      ///< "done", "stopped", "failed: ..."
    std::optional<Diagnostic> problem = {};  ///< why it failed or stopped
    std::int64_t newtonIterations = 0;
    std::optional<std::int64_t> newtonIterationsMax;  ///< of one step, if known
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::string device;  ///< machine that the phase times belong to
    std::optional<BoardTimes> board = {};
    Diagnostics warnings;
    std::optional<ErrorFigures> errors = {};  ///< if they are estimated
};
/// The report as JSON. `duration_s` is the time reached; unknown values are null. With the record
/// of the run (see provenance.hpp) if the recording knows its origin.
std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout);

}  // namespace momentree
