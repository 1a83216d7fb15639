// SPDX-License-Identifier: Apache-2.0
// Comparison of software with the accelerator: the two tables of the paper, and times by number of
// bodies.
#pragma once

#include <stop_token>

#include "fpga_link/timing/timing_model.hpp"

namespace momentree::fpga {

/// Measured times of this machine's processor in double precision [ns].
struct SoftwareTimes {
    std::string machine;    ///< name of the processor
    double update = 0.0;    ///< matrices of two bodies, (13)-(19)
    double assembly = 0.0;  ///< of two bodies, (27)-(37)
    double inverse = 0.0;   ///< of a 4 x 4 matrix, (60)-(82)
    struct Step {
        int bodies = 0;
        double ns = 0.0;
    };
    std::vector<Step> steps;  ///< explicit Euler steps of `hdca`, by ascending number of bodies
    /// The functions with their spread, named as in PhaseCall. Empty if not measured.
    std::vector<TimingRow> functions = {};
};

/// Measures each figure for about a tenth of a second. Times are the best of many repetitions,
/// except the rows of `functions`. A stop request ends it early, with fewer steps.
/// @param bodies lengths of the chains, ascending, 1 to 64
SoftwareTimes measureSoftware(const std::vector<int>& bodies = {1, 2, 4, 8, 16, 32, 64},
                              const std::stop_token& stop = {});

/// One way to do the work.
struct ReportGroup {
    std::string name;
    std::vector<TimingRow> rows;  ///< consecutive parts
};
struct ReportTable {
    std::string title;
    std::int64_t calls = 0;
    std::vector<ReportGroup> groups;
};

struct OffloadReport {
    std::string machine;
    TimingParameters parameters;
    std::string date = {};    ///< of the measurements
    std::string build = {};   ///< of the program that made the measurements
    std::string board = {};   ///< the board that was asked; empty: none
    std::string remark = {};  ///< what its times are worth
    ReportTable assembly, inverse;
    std::vector<ReportTable> more = {};  ///< measurements of the board
    std::vector<SizeCount> counts;       ///< software measured, clocks exact
    std::vector<SizePoint> sizes;        ///< the same as times; those of the fabric are modelled
    std::optional<double> breakEven;     ///< bodies
};

/// @param calls of each function; the paper's 10 000 correspond to one per step
OffloadReport makeReport(const SoftwareTimes& software, std::int64_t calls = 10'000,
                         const TimingParameters& parameters = {});

/// The report with the source of every figure: as Markdown, as a page, and as a table of
/// nanoseconds with the columns table, calls, by, part, device, count, ns, low_ns, high_ns, source.
std::string reportText(const OffloadReport& report);
std::string reportHtml(const OffloadReport& report);
std::string reportCsv(const OffloadReport& report);

/// "1.72 ms", with four digits.
std::string timeText(double ns);
/// The number of bodies from which on the fabric is faster, in words.
std::string breakEvenText(const OffloadReport& report);

}  // namespace momentree::fpga
