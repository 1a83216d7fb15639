// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace momentree {
namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

void appendNumber(std::string& out, double value) {
    if (std::isnan(value)) {
        out += "nan";
        return;
    }
    std::array<char, 32> buffer{};
    out.append(buffer.data(),
               std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

/// Other probes may have the name of a column, too.
void addProbe(std::vector<TableColumn>& table, std::set<std::string>& names, int column,
              const std::string& name) {
    std::string unused = name;
    for (int k = 2; !names.insert(unused).second; ++k)
        unused = name + " (" + std::to_string(k) + ")";
    table.push_back({column, std::move(unused)});
}

std::string csvHeader(std::span<const CsvRun> runs, const RowLayout& layout,
                      const std::vector<TableColumn>& columns) {
    std::string text = csvField(layout.names().front());
    for (const CsvRun& run : runs)
        for (const TableColumn& one : columns)
            text += "," + csvField((run.name.empty() ? "" : run.name + ".") + one.name);
    return text += "\r\n";
}

const Recording& longest(std::span<const CsvRun> runs) {
    return *std::ranges::max(runs, {}, [](const CsvRun& run) {
                return run.recording->size();
            }).recording;
}

std::string csvRow(std::span<const CsvRun> runs, std::size_t row,
                   const std::vector<TableColumn>& columns) {
    std::string text;
    appendNumber(text, longest(runs).at(row, 0));
    for (const CsvRun& run : runs)
        for (const TableColumn& one : columns) {
            text += ',';
            appendNumber(
                text, row < run.recording->size() ? run.recording->at(row, one.column) : noValue);
        }
    return text += "\r\n";
}

}  // namespace

std::vector<TableColumn> tableColumns(const RowLayout& layout, CsvColumns columns) {
    std::vector<TableColumn> table;
    std::set<std::string> names{layout.names().front()};
    const auto add = [&](int first, int end) {
        for (int column = first; column < end; ++column) {
            const std::string& name = layout.names()[static_cast<std::size_t>(column)];
            names.insert(name);
            table.push_back({column, name});
        }
    };
    if (columns == CsvColumns::Recorded) {
        add(1, layout.csvWidth());
        add(layout.balance(), layout.balance() + 1);
        return table;
    }
    if (columns == CsvColumns::All) {
        add(1, layout.probe(0));
        add(layout.balance(), layout.balance() + 1);
        add(layout.controllers(), layout.controllers() + layout.controllerStates());
    }
    for (int probe = 0; probe < layout.probeCount(); ++probe)
        if (columns == CsvColumns::Probes || !layout.repeats(probe))
            addProbe(table, names, layout.probe(probe),
                     layout.names()[static_cast<std::size_t>(layout.probe(probe))]);
    return table;
}

std::string unitsRow(std::size_t runs, const std::vector<TableColumn>& columns,
                     std::span<const std::string> units) {
    std::string text = csvField(units.front());
    for (std::size_t run = 0; run < runs; ++run)
        for (const TableColumn& one : columns)
            text += "," + csvField(units[static_cast<std::size_t>(one.column)]);
    return text += "\r\n";
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string tableText(const Recording& recording, const RowLayout& layout, CsvColumns columns) {
    const CsvRun run{{}, &recording};
    const std::vector<TableColumn> chosen = tableColumns(layout, columns);
    std::string text = csvHeader({&run, 1}, layout, chosen);
    const std::size_t rows = recording.size();
    for (std::size_t row = 0; row < rows; ++row) text += csvRow({&run, 1}, row, chosen);
    return text;
}

Result<void> writeCsv(const Recording& recording, const RowLayout& layout, CsvColumns columns,
                      const std::string& path, std::span<const std::string> units) {
    const CsvRun run{{}, &recording};
    return writeCsv({&run, 1}, layout, columns, path, units);
}

Result<void> writeCsv(std::span<const CsvRun> runs, const RowLayout& layout, CsvColumns columns,
                      const std::string& path, std::span<const std::string> units) {
    const std::vector<TableColumn> chosen = tableColumns(layout, columns);
    const std::size_t count = longest(runs).size();
    OutputFile file(path);
    file.write(csvHeader(runs, layout, chosen));
    if (!units.empty()) file.write(unitsRow(runs.size(), chosen, units));
    std::size_t rows = 0;
    while (rows < count && !file.problem()) {
        constexpr std::size_t block = 64;  // rows per write
        const std::size_t next = std::min(rows + block, count);
        const std::size_t before = file.written();
        std::string text;
        std::vector<std::size_t> ends;
        for (std::size_t row = rows; row < next; ++row) {
            text += csvRow(runs, row, chosen);
            ends.push_back(text.size());
        }
        file.write(text);
        // A full disk may store part of the block; keep the whole rows.
        const auto whole = std::ranges::upper_bound(ends, file.written() - before) - ends.begin();
        rows += static_cast<std::size_t>(whole);
        if (file.problem())
            file.truncate(before + (whole > 0 ? ends[static_cast<std::size_t>(whole - 1)] : 0));
    }
    if (file.close()) return {};
    return fail(error(
        {}, MOMENTREE_TEXT("table-cut", "cannot write '%1': %2; %3 of %4 rows are in the file")(
                path, *file.problem(), rows, count)));
}

}  // namespace momentree
