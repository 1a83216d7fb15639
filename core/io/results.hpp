// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/text_file.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/recording.hpp"

namespace momentree {

enum class CsvColumns { All, Probes };

/// A field of RFC 4180: quoted where it must be.
std::string csvField(const std::string& text);

/// Writes the rows of a recording as CSV (contract section 4): RFC 4180, shortest text that reads
/// back to the same double. "-" is standard output. If the disk is full, whole rows are kept and
/// the message says how many.
Result<void> writeCsv(const Recording& recording, const RowLayout& layout, CsvColumns columns,
                      const std::string& path);

/// One run of a merged table: its columns are called "NAME.COLUMN", those of an empty name as
/// ever.
struct CsvRun {
    std::string name;
    const Recording* recording = nullptr;
};
/// Writes runs of one model side by side, with one column of time: rows of equal number are of
/// equal time. Where a run has ended before the longest, its columns are `nan`.
Result<void> writeCsv(std::span<const CsvRun> runs, const RowLayout& layout, CsvColumns columns,
                      const std::string& path);

/// What a report says beside the recording (contract section 5).
struct ReportFacts {
    std::string modelName;
    RunSpec spec;
    std::int64_t steps = 0;
    double wall = 0.0;                       ///< [s]
    double simulated = 0.0;                  ///< [s]
    std::string status;                      ///< "done", "stopped", "failed: ..."
    std::optional<Diagnostic> problem = {};  ///< why it failed or stopped
    std::int64_t newtonIterations = 0;
    std::optional<std::int64_t> newtonIterationsMax;  ///< in one step, where that is known
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::string device;  ///< name of the machine that the phase times belong to
    Diagnostics warnings;
};
/// The report as JSON. `duration_s` is the time reached; figures that are not known are null.
std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout);

}  // namespace momentree
