// SPDX-License-Identifier: Apache-2.0
// What a study leaves behind as tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/results.hpp"
#include "core/study/summary.hpp"

namespace momentree {

/// The summaries as CSV: name, settings, parameters that any run was given, then every figure with
/// all its digits, `nan` where it is not known, and the status.
std::string summaryCsv(std::span<const RunSummary> runs);

/// A run whose rows are in a file that `writeCsv` has written with all columns.
struct TableFile {
    std::string name;
    std::string path;
    double sample = 0.0;  ///< interval of its rows [s]
};
/// Writes tables side by side as `writeCsv` does runs, without reading them whole. Rows go by their
/// times; a row at a time that the longest table lacks (where a run failed) is left out. Tables of
/// different sample intervals are refused. "-" is standard output.
Result<void> mergeTables(std::span<const TableFile> tables, const RowLayout& layout,
                         CsvColumns columns, const std::string& path);

/// Error against cost of one method.
struct WorkPrecisionPoint {
    std::size_t run = 0;     ///< index of the summary
    double step = 0.0;       ///< [s]; 0 for integrators that choose it
    double tolerance = 0.0;  ///< relative; 0 for the others
    std::int64_t steps = 0;
    std::int64_t evaluations = 0;   ///< of the equations of motion, 0 where not counted
    double wall = 0.0;              ///< [s]
    double maxError = notKnown;     ///< of positions over the whole time [m]
    double finalError = notKnown;   ///< of positions at the end [m]
    double energyError = notKnown;  ///< of the total energy [J]
};
struct WorkPrecisionCurve {
    std::string name;  ///< formulation, integrator and what else tells the curves apart
    std::vector<WorkPrecisionPoint> points;  ///< from few steps to many
    /// p in error ~ steps^-p, fitted by least squares to the largest errors from the fewest steps
    /// on for as long as they fall at least as fast as steps^-1/2; `notKnown` for less than two
    /// points.
    double order = notKnown;
    std::size_t fitted = 0;  ///< points that were used
};
/// Runs that differ in nothing but step, sample interval and tolerances form a curve. Only runs
/// that are done and were compared with a reference count.
std::vector<WorkPrecisionCurve> workPrecision(std::span<const RunSummary> runs);

}  // namespace momentree
