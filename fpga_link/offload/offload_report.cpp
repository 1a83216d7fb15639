// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/offload_report.hpp"

#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/functions/microcode.hpp"
#include "fpga_link/offload/bar_chain.hpp"

namespace momentree::fpga {

namespace {

// Words of the register window, and accesses to start a function and to detect its end.
constexpr std::int64_t nodeWords = 33, jointWords = 14, bodyWords = 8, matrixWords = 16;
constexpr std::int64_t command = 1, look = 1;
constexpr std::int64_t pivoting = 1;     // register with the row order
constexpr std::int64_t startClocks = 2;  // clocks in addition to a function's program

std::int64_t clocksOf(const functions::Schedule& schedule) { return schedule.length + startClocks; }

ReportGroup softwareGroup(const std::string& part, const SoftwareTimes& software, double ns,
                          std::int64_t calls) {
    return {"software",
            {{part, software.machine, TimeSource::MeasuredHost, calls,
              ns * static_cast<double>(calls)}}};
}

ReportGroup fabricGroup(const std::string& name, std::int64_t writes, const std::string& part,
                        std::int64_t clocks, std::int64_t reads, std::int64_t calls,
                        const TimingParameters& parameters) {
    return {name,
            {writesRow(calls * writes, parameters), clocksRow(part, calls * clocks, parameters),
             readsRow(calls * reads, parameters)}};
}

int cyclesOf(int bodies) {
    return compile({barTrajectory(bodies)}, {.method = PlanarMethod::Euler})
        .program->cyclesPerStep();
}

}  // namespace

OffloadReport makeReport(const SoftwareTimes& software, std::int64_t calls,
                         const TimingParameters& parameters) {
    const functions::FunctionPrograms programs = functions::functionPrograms();
    const std::int64_t update = clocksOf(programs.update), assembly = clocksOf(programs.assembly);
    const std::int64_t results = nodeWords + jointWords + look;
    OffloadReport report;
    report.machine = software.machine;
    report.parameters = parameters;
    report.assembly = {
        "Assembly of two bodies",
        calls,
        {softwareGroup("update and assembly", software, software.update + software.assembly, calls),
         fabricGroup("fabric, 33 words a body", 2 * nodeWords + command, "assembly", assembly,
                     results, calls, parameters),
         fabricGroup("fabric, 8 words a body", 2 * bodyWords + command, "update and assembly",
                     update + assembly, results, calls, parameters)}};
    // The 33 words of an assembly have to be computed first.
    report.assembly.groups[1].rows.insert(report.assembly.groups[1].rows.begin(),
                                          {"update", software.machine, TimeSource::MeasuredHost,
                                           calls, software.update * static_cast<double>(calls)});
    report.inverse = {
        "Inverse of a 4 x 4 matrix",
        calls,
        {softwareGroup("inverse", software, software.inverse, calls),
         fabricGroup("fabric", matrixWords + command, "inverse", clocksOf(programs.inverse),
                     matrixWords + pivoting + look, calls, parameters)}};
    for (const SoftwareTimes::Step& step : software.steps)
        report.counts.push_back({step.bodies, cyclesOf(step.bodies), step.ns});
    report.sizes = fabricSizes(report.counts, parameters);
    report.breakEven = breakEvenBodies(report.sizes);
    return report;
}

}  // namespace momentree::fpga
