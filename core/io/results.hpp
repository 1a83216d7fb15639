// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/session/catalogue.hpp"
#include "core/session/recording.hpp"

namespace momentree {

enum class CsvColumns { All, Probes };

/// Writes the rows of a recording as CSV (contract section 4): RFC 4180, shortest text that reads
/// back to the same double.
Result<void> writeCsv(const Recording& recording, const RowLayout& layout, CsvColumns columns,
                      const std::string& path);

/// What a report says beside the recording (contract section 5).
struct ReportFacts {
    std::string modelName;
    RunSpec spec;
    std::int64_t steps = 0;
    double wall = 0.0;       ///< [s]
    double simulated = 0.0;  ///< [s]
    std::string status;      ///< "done", "stopped", "failed: ..."
    std::int64_t newtonIterations = 0;
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::string device;  ///< name of the machine that the phase times belong to
    Diagnostics warnings;
};
std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout);
Result<void> writeTextAtomically(const std::string& text, const std::string& path);

}  // namespace momentree
