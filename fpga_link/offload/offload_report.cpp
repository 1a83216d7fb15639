// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/offload_report.hpp"

#include <array>
#include <cstdio>

#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/functions/microcode.hpp"
#include "fpga_link/offload/bar_chain.hpp"

namespace momentree::fpga {

namespace {

// Words of the register window, and accesses to start a function and to see that it is done.
constexpr std::int64_t nodeWords = 33, jointWords = 14, bodyWords = 8, matrixWords = 16;
constexpr std::int64_t command = 1, look = 1;
constexpr std::int64_t pivoting = 1;     // its register
constexpr std::int64_t startClocks = 2;  // beyond a function's program

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

std::string timeText(double ns) {
    static constexpr std::array<std::pair<double, const char*>, 3> units{
        {{1e6, "ms"}, {1e3, "us"}, {1.0, "ns"}}};
    char text[32];
    for (const auto& [unit, name] : units)
        if (ns >= unit || unit == 1.0) {
            std::snprintf(text, sizeof text, "%.4g %s", ns / unit, name);
            break;
        }
    return text;
}

std::string lineOf(const std::string& group, const TimingRow& row) {
    return "| " + group + " | " + row.part + " | " + row.device + " | " +
           (row.count > 0 ? std::to_string(row.count) : "") + " | " + timeText(row.ns) + " | " +
           sourceName(row.source) + " |\n";
}

std::string textOf(const ReportTable& table) {
    std::string text = "\n## " + table.title + ", " + std::to_string(table.calls) +
                       " calls\n\n| by | part | device | count | time | source |\n"
                       "|---|---|---|---|---|---|\n";
    for (const ReportGroup& group : table.groups) {
        for (const TimingRow& row : group.rows) text += lineOf(group.name, row);
        if (group.rows.size() > 1) text += lineOf(group.name, totalOf(group.rows));
    }
    return text;
}

std::string sizesText(const OffloadReport& report) {
    std::string text =
        "\n## Explicit Euler steps of chains, software by the spatial `hdca`\n\n"
        "| bodies | software, measured_host | fabric, modelled |\n|---|---|---|\n";
    for (const SizePoint& point : report.sizes)
        text += "| " + std::to_string(point.bodies) + " | " + timeText(point.software_ns) + " | " +
                timeText(point.fabric_ns) + " |\n";
    if (report.sizes.empty()) return text;
    char line[160];
    if (!report.breakEven)
        std::snprintf(line, sizeof line, "The fabric is not faster up to %d bodies",
                      report.sizes.back().bodies);
    else if (*report.breakEven <= report.sizes.front().bodies)
        std::snprintf(line, sizeof line, "The fabric is faster for all of these");
    else
        std::snprintf(line, sizeof line, "The fabric is faster from %.3g bodies on",
                      *report.breakEven);
    return text + "\n" + line +
           ", by measured software and modelled fabric; in batches, without their samples and the "
           "network.\n";
}

}  // namespace

OffloadReport makeReport(const SoftwareTimes& software, std::int64_t calls,
                         const TimingParameters& parameters) {
    const functions::FunctionPrograms programs = functions::functionPrograms();
    const std::int64_t update = clocksOf(programs.update), assembly = clocksOf(programs.assembly);
    const std::int64_t results = nodeWords + jointWords + look;
    OffloadReport report{software.machine, parameters, {}, {}, {}, {}, {}};
    report.assembly = {
        "Assembly of two bodies",
        calls,
        {softwareGroup("update and assembly", software, software.update + software.assembly, calls),
         fabricGroup("fabric, 33 words a body", 2 * nodeWords + command, "assembly", assembly,
                     results, calls, parameters),
         fabricGroup("fabric, 8 words a body", 2 * bodyWords + command, "update and assembly",
                     update + assembly, results, calls, parameters)}};
    // Whoever writes 33 words has computed them before.
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

std::string reportText(const OffloadReport& report) {
    char head[320];
    std::snprintf(head, sizeof head,
                  "# Software and fabric\n\nSoftware: %s, double precision, measured. Fabric: "
                  "%s, modelled from its clocks at %.4g MHz, %.4g ns a register write and %.4g ns "
                  "a read. No board was measured.\n",
                  report.machine.c_str(), report.parameters.device.c_str(),
                  report.parameters.clockHz / 1e6, report.parameters.write_ns,
                  report.parameters.read_ns);
    return head + textOf(report.assembly) + textOf(report.inverse) + sizesText(report);
}

}  // namespace momentree::fpga
