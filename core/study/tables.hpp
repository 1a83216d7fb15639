// SPDX-License-Identifier: Apache-2.0
// The tables written by a study.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/csv.hpp"
#include "core/study/summary.hpp"

namespace momentree {

/// The summaries as CSV: name, settings, all changed parameters, then every figure with full
/// precision (`nan` if unknown) and the status.
std::string summaryCsv(std::span<const RunSummary> runs);

/// A run whose rows are in a file written by `writeCsv` as recorded.
struct TableFile {
    std::string name;
    std::string path;
    double sample = 0.0;  ///< interval of its rows [s]
};
/// Writes tables next to each other as `writeCsv` does for runs, without loading them entirely.
/// Rows are matched by time; a row at a time that the longest table lacks (where a run failed) is
/// skipped. Different sample intervals are an error. "-" is standard output.
Result<void> mergeTables(std::span<const TableFile> tables, const RowLayout& layout,
                         CsvColumns columns, const std::string& path,
                         std::span<const std::string> units = {});

/// Error and cost of one run.
struct WorkPrecisionPoint {
    std::size_t run = 0;     ///< index of the summary
    double step = 0.0;       ///< [s]; 0 for adaptive integrators
    double tolerance = 0.0;  ///< relative; 0 for fixed steps
    std::int64_t steps = 0;
    std::int64_t evaluations = 0;   ///< of the equations of motion, 0 if not counted
    double wall = 0.0;              ///< [s]
    double maxError = notKnown;     ///< of positions over the whole run [m]
    double finalError = notKnown;   ///< of positions at the end [m]
    double energyError = notKnown;  ///< of the total energy [J]
};
struct WorkPrecisionCurve {
    std::string name;  ///< formulation, integrator and other distinguishing settings
    std::vector<WorkPrecisionPoint> points;  ///< from few steps to many
    /// p in error ~ steps^-p, by least squares over the largest errors, beginning with the fewest
    /// steps, as long as they fall at least as fast as steps^-1/2; `notKnown` for fewer than two
    /// points.
    double order = notKnown;
    std::size_t fitted = 0;  ///< number of points used
};
/// Runs that differ only in step, sample interval and tolerances form a curve. Includes only
/// completed runs that were compared with a reference.
std::vector<WorkPrecisionCurve> workPrecision(std::span<const RunSummary> runs);

}  // namespace momentree
