// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/function_facts.hpp"

#include <algorithm>

#include "fpga_link/functions/microcode.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {
namespace {

constexpr double paperSteps = 10'000.0;
constexpr double paperUpdate = 0.190;  // [s], section 5.1 of the paper
constexpr double nano = 1e-9;
constexpr double command = 1.0;  ///< the write that starts a function

double countOf(const functions::Schedule& schedule, functions::Unit unit) {
    return static_cast<double>(
        std::ranges::count(schedule.operations, unit, &functions::MicroOperation::unit));
}

const TimingRow& rowOf(const ReportGroup& group, const std::string& part) {
    return *std::ranges::find(group.rows, part, &TimingRow::part);
}

double countPerStep(const TimingRow& row) { return static_cast<double>(row.count) / paperSteps; }

}  // namespace

PaperFacts functionFacts() {
    const functions::FunctionPrograms programs = functions::functionPrograms();
    SoftwareTimes unused;
    unused.steps = {{2, 0.0}};
    const OffloadReport report = makeReport(unused, static_cast<std::int64_t>(paperSteps));
    const ReportGroup& paper = report.assembly.groups[1];
    const ReportGroup& shorter = report.assembly.groups[2];
    const ReportGroup& inverse = report.inverse.groups[1];
    const auto &paperWrites = rowOf(paper, "register writes"),
               &writes = rowOf(shorter, "register writes");
    const TimingRow step = clocksRow("step", report.counts.front().cyclesPerStep, {});

    PaperFacts facts;
    facts["update.paper.writes"] = countPerStep(paperWrites) - command;
    facts["update.writes"] = countPerStep(writes) - command;
    facts["update.paper.time"] = paperWrites.ns * nano;
    facts["update.time"] = writes.ns * nano;
    facts["assembly.clocks"] = countPerStep(rowOf(paper, "assembly"));
    facts["assembly.time"] = rowOf(paper, "assembly").ns * nano;
    facts["update.clocks"] =
        countPerStep(rowOf(shorter, "update and assembly")) - facts["assembly.clocks"];
    facts["inverse.clocks"] = countPerStep(rowOf(inverse, "inverse"));
    facts["inverse.time"] = rowOf(inverse, "inverse").ns * nano;
    facts["inverse.access.time"] =
        (rowOf(inverse, "register writes").ns + rowOf(inverse, "register reads").ns) * nano;
    facts["inverse.products"] = countOf(programs.inverse, functions::Unit::Multiply);
    facts["inverse.sums"] = countOf(programs.inverse, functions::Unit::Add);
    facts["inverse.reciprocals"] = countOf(programs.inverse, functions::Unit::Reciprocal);
    facts["assembly.products"] = countOf(programs.assembly, functions::Unit::Multiply);
    facts["assembly.sums"] = countOf(programs.assembly, functions::Unit::Add);
    facts["assembly.reciprocals"] = countOf(programs.assembly, functions::Unit::Reciprocal);
    facts["update.products"] = countOf(programs.update, functions::Unit::Multiply);
    facts["update.sums"] = countOf(programs.update, functions::Unit::Add);
    facts["update.reciprocals"] = countOf(programs.update, functions::Unit::Reciprocal);
    facts["step.clocks"] = static_cast<double>(step.count);
    facts["step.time"] = step.ns * paperSteps * nano;
    facts["access.paper"] = paperUpdate / paperSteps / facts["update.paper.writes"];
    facts["update.paper-access.time"] = facts["access.paper"] * facts["update.writes"] * paperSteps;
    return facts;
}

}  // namespace momentree::fpga
