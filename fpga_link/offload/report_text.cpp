// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

namespace {

using Cells = std::vector<std::string>;

struct TextTable {
    std::string title;
    Cells header;
    std::vector<Cells> rows;
    std::string note;
};

template <class... Arguments>
std::string printed(const char* format, Arguments... arguments) {
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), format, arguments...);
    return text.data();
}

Cells cellsOf(const std::string& group, const TimingRow& row) {
    return {group,
            row.part,
            row.device,
            row.count > 0 ? std::to_string(row.count) : "",
            timeText(row.ns),
            row.hasSpread() ? timeText(row.low_ns) + " to " + timeText(row.high_ns) : "",
            sourceName(row.source)};
}

TextTable textOf(const ReportTable& table) {
    TextTable text{
        table.title + ", " + std::to_string(table.calls) + (table.calls == 1 ? " call" : " calls"),
        {"by", "part", "device", "count", "time", "10 to 90 %", "source"},
        {},
        {}};
    for (const ReportGroup& group : table.groups) {
        for (const TimingRow& row : group.rows) text.rows.push_back(cellsOf(group.name, row));
        if (group.rows.size() > 1) text.rows.push_back(cellsOf(group.name, totalOf(group.rows)));
    }
    return text;
}

TextTable sizesOf(const OffloadReport& report) {
    TextTable text{"Explicit Euler steps of chains, software by the spatial `hdca`",
                   {"bodies", "software, measured_host", "fabric, modelled"},
                   {},
                   breakEvenText(report)};
    for (const SizePoint& point : report.sizes)
        text.rows.push_back(
            {std::to_string(point.bodies), timeText(point.software_ns), timeText(point.fabric_ns)});
    return text;
}

std::vector<TextTable> tablesOf(const OffloadReport& report) {
    std::vector<TextTable> tables{textOf(report.assembly), textOf(report.inverse), sizesOf(report)};
    for (const ReportTable& table : report.more) tables.push_back(textOf(table));
    return tables;
}

std::vector<std::string> headOf(const OffloadReport& report) {
    std::vector<std::string> lines;
    if (!report.date.empty()) lines.push_back("Measured on " + report.date + ".");
    if (!report.build.empty()) lines.push_back("Build: " + report.build + ".");
    lines.push_back("Software: " + report.machine + ", double precision, measured.");
    lines.push_back("Fabric: " + report.parameters.device + ", modelled from its clocks at " +
                    printed("%.4g MHz, %.4g ns a register write and %.4g ns a read.",
                            report.parameters.clockHz / 1e6, report.parameters.write_ns,
                            report.parameters.read_ns));
    lines.push_back(report.board.empty() ? "No board was measured."
                                         : "Board that was asked: " + report.board + ".");
    if (!report.remark.empty()) lines.push_back(report.remark);
    return lines;
}

std::string lineOf(const Cells& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text)
        safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return safe;
}

std::string rowHtml(const Cells& cells, const std::string& tag, const std::string& attributes) {
    std::string line = "<tr" + attributes + ">";
    for (const std::string& cell : cells)
        line += "<" + tag + ">" + escaped(cell) + "</" + tag + ">";
    return line + "</tr>\n";
}

std::string tableHtml(const TextTable& table) {
    std::string html =
        "<h2>" + escaped(table.title) + "</h2>\n<table>\n" + rowHtml(table.header, "th", "");
    for (const Cells& row : table.rows)
        html += rowHtml(row, "td",
                        row.back() == sourceName(TimeSource::Modelled) ||
                                row.back() == sourceName(TimeSource::Simulated)
                            ? " class=\"modelled\""
                            : "");
    html += "</table>\n";
    if (!table.note.empty()) html += "<p>" + escaped(table.note) + "</p>\n";
    return html;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

std::string csvOf(const ReportTable& table, const std::string& by, const TimingRow& row) {
    const auto optional = [&](double ns) { return row.hasSpread() ? printed("%.9g", ns) : ""; };
    return csvField(table.title) + "," + std::to_string(table.calls) + "," + csvField(by) + "," +
           csvField(row.part) + "," + csvField(row.device) + "," + std::to_string(row.count) + "," +
           printed("%.9g", row.ns) + "," + optional(row.low_ns) + "," + optional(row.high_ns) +
           "," + sourceName(row.source) + "\r\n";
}

}  // namespace

std::string timeText(double ns) {
    static constexpr std::array<std::pair<double, const char*>, 4> units{
        {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1.0, "ns"}}};
    for (const auto& [unit, name] : units)
        if (ns >= unit) return printed("%.4g %s", ns / unit, name);
    return printed("%.4g ns", ns);
}

std::string breakEvenText(const OffloadReport& report) {
    if (report.sizes.empty()) return {};
    const std::string how =
        ", by measured software and modelled fabric; in batches, without their samples and the "
        "network.";
    if (!report.breakEven)
        return printed("The fabric is not faster up to %d bodies", report.sizes.back().bodies) +
               how;
    if (*report.breakEven <= report.sizes.front().bodies)
        return "The fabric is faster for all of these" + how;
    return printed("The fabric is faster from %.3g bodies on", *report.breakEven) + how;
}

std::string reportText(const OffloadReport& report) {
    std::string text = "# Software and fabric\n";
    for (const std::string& line : headOf(report)) text += "\n" + line + "\n";
    for (const TextTable& table : tablesOf(report)) {
        text += "\n## " + table.title + "\n\n" + lineOf(table.header) +
                lineOf(Cells(table.header.size(), "---"));
        for (const Cells& row : table.rows) text += lineOf(row);
        if (!table.note.empty()) text += "\n" + table.note + "\n";
    }
    return text;
}

std::string reportHtml(const OffloadReport& report) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
        "<title>Software and fabric</title>\n<style>\n"
        "body { font-family: sans-serif; margin: 2em; max-width: 60em; }\n"
        "table { border-collapse: collapse; }\n"
        "th, td { text-align: left; white-space: nowrap; padding: 3px 12px 3px 0; "
        "border-bottom: 1px solid #bbbbbb; }\n"
        ".modelled { font-style: italic; }\n</style></head><body>\n"
        "<h1>Software and fabric</h1>\n";
    for (const std::string& line : headOf(report)) html += "<p>" + escaped(line) + "</p>\n";
    html += "<p>Rows in <i>italics</i> are modelled or simulated, all others are measured.</p>\n";
    for (const TextTable& table : tablesOf(report)) html += tableHtml(table);
    return html + "</body></html>\n";
}

std::string reportCsv(const OffloadReport& report) {
    std::string csv = "table,calls,by,part,device,count,ns,low_ns,high_ns,source\r\n";
    std::vector<ReportTable> tables{report.assembly, report.inverse};
    tables.insert(tables.end(), report.more.begin(), report.more.end());
    for (const ReportTable& table : tables)
        for (const ReportGroup& group : table.groups)
            for (const TimingRow& row : group.rows) csv += csvOf(table, group.name, row);
    const ReportTable steps{"Explicit Euler step of a chain", 1, {}};
    for (const SizePoint& point : report.sizes) {
        const std::string part = std::to_string(point.bodies) + " bodies";
        csv += csvOf(steps, "software",
                     {part, report.machine, TimeSource::MeasuredHost, 1, point.software_ns});
        csv += csvOf(steps, "fabric",
                     {part, report.parameters.device, TimeSource::Modelled, 1, point.fabric_ns});
    }
    return csv;
}

}  // namespace momentree::fpga
