// SPDX-License-Identifier: Apache-2.0
#include "core/study/tables.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "core/io/text_file.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

std::string number(double value) { return std::isnan(value) ? "nan" : numberText(value); }

std::vector<std::string> parameterNames(std::span<const RunSummary> runs) {
    std::vector<std::string> names;
    for (const RunSummary& run : runs)
        for (const auto& [name, value] : run.parameters)
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

std::string parameterOf(const RunSummary& run, const std::string& name) {
    for (const auto& [own, value] : run.parameters)
        if (own == name) return value;
    return {};
}

/// Reads a table line by line and closes it between reads: a study may have more tables than a
/// process may open.
class TableReader {
public:
    explicit TableReader(const TableFile& table) : path_(table.path) {}

    /// Reads more lines, at least one unless at the end.
    bool fill(std::size_t lines) {
        std::ifstream file(path_, std::ios::binary);
        if (!file) return false;
        std::string line;
        if (offset_ == 0) {
            std::getline(file, line);
        } else {
            file.seekg(offset_);
        }
        lines_.clear();
        next_ = 0;
        while (lines_.size() < lines && std::getline(file, line)) {
            if (line.ends_with('\r')) line.pop_back();
            lines_.push_back(std::move(line));
        }
        if (file) offset_ = file.tellg();
        ended_ = !file;
        return true;
    }
    const std::string* peek() const { return next_ < lines_.size() ? &lines_[next_] : nullptr; }
    void take() { ++next_; }
    bool ended() const { return ended_; }

private:
    std::string path_;
    std::streamoff offset_ = 0;
    std::vector<std::string> lines_;
    std::size_t next_ = 0;
    bool ended_ = false;
};

double timeOf(const std::string& line) {
    double time = 0.0;
    std::from_chars(line.data(), line.data() + line.size(), time);
    return time;
}

/// The fields of a line of a stored table.
void split(std::string_view line, std::vector<std::string_view>& fields) {
    fields.clear();
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(',', at), line.size());
        fields.push_back(line.substr(at, end - at));
        at = end + 1;
    }
}

/// The field of a stored table that holds a column of a recorded row.
std::size_t fieldOf(const TableColumn& column, const RowLayout& layout) {
    return static_cast<std::size_t>(std::min(column.column, layout.csvWidth()));
}

/// The next line of `reader` if it has this time; earlier lines are skipped.
const std::string* lineAt(TableReader& reader, double time, std::size_t lines) {
    for (;;) {
        const std::string* line = reader.peek();
        if (line == nullptr && !reader.ended()) {
            if (!reader.fill(lines)) return nullptr;
            line = reader.peek();
        }
        if (line == nullptr || timeOf(*line) > time) return nullptr;
        if (timeOf(*line) == time) return line;
        reader.take();
    }
}

std::size_t countLines(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

Result<void> checkTables(std::span<const TableFile> tables) {
    if (tables.empty())
        return fail(
            error({}, MOMENTREE_TEXT("table-no-runs", "there is no run whose rows can be merged")));
    for (const TableFile& table : tables)
        if (std::abs(table.sample - tables.front().sample) > 1e-12 * table.sample)
            return fail(
                error({}, MOMENTREE_TEXT("table-samples-differ",
                                         "the runs '%1' and '%2' have rows every %3 s and every %4 "
                                         "s; give all runs the same 'sample'")(
                              tables.front().name, table.name, numberText(tables.front().sample, 6),
                              numberText(table.sample, 6))));
    return {};
}

std::string header(std::span<const TableFile> tables, const std::vector<TableColumn>& columns) {
    std::string text = "time";
    for (const TableFile& table : tables)
        for (const TableColumn& column : columns)
            text += "," + csvField(table.name + "." + column.name);
    return text += "\r\n";
}

}  // namespace

std::string summaryCsv(std::span<const RunSummary> runs) {
    const auto columns = summaryColumns();
    const std::vector<std::string> parameters = parameterNames(runs);
    std::string text =
        "run,formulation,backend,integrator,step [s],duration [s],sample [s],relative tolerance,"
        "absolute tolerance";
    for (const std::string& name : parameters) text += "," + csvField(name);
    for (const SummaryColumn& column : columns)
        if (column.value != nullptr) text += "," + csvField(heading(column));
    text += ",evaluations,side by side,differs at the end [m],energy differs [J],status\r\n";
    for (const RunSummary& run : runs) {
        const RunSpec& spec = run.spec;
        text += csvField(run.name) + "," + csvField(spec.formulation) + "," +
                csvField(spec.backend) + "," + csvField(spec.integrator);
        for (const double value : {spec.step, spec.duration, spec.sample, spec.relativeTolerance,
                                   spec.absoluteTolerance})
            text += "," + number(value);
        for (const std::string& name : parameters) text += "," + csvField(parameterOf(run, name));
        for (const SummaryColumn& column : columns)
            if (column.value != nullptr) text += "," + number(column.value(run));
        text += "," + std::to_string(run.evaluations) + "," + std::to_string(run.sideBySide) + "," +
                number(run.extremes.finalDifference) + "," + number(run.extremes.energyDifference) +
                "," + csvField(columns.back().text(run)) + "\r\n";
    }
    return text;
}

Result<void> mergeTables(std::span<const TableFile> tables, const RowLayout& layout,
                         CsvColumns columns, const std::string& path,
                         std::span<const std::string> units) {
    if (auto checked = checkTables(tables); !checked) return checked;
    const std::vector<TableColumn> chosen = tableColumns(layout, columns);

    const auto longest = std::ranges::max_element(
        tables, {}, [](const TableFile& table) { return countLines(table.path); });
    constexpr std::size_t memory = std::size_t{64} << 20, bytesOfANumber = 24;
    const std::size_t lines = std::clamp<std::size_t>(
        memory / (tables.size() * static_cast<std::size_t>(layout.csvWidth()) * bytesOfANumber), 1,
        4096);
    std::vector<TableReader> readers(tables.begin(), tables.end());
    TableReader times(*longest);
    OutputFile file(path);
    std::vector<std::string_view> fields;
    file.write(header(tables, chosen));
    if (!units.empty()) file.write(unitsRow(tables.size(), chosen, units));
    while (!file.problem() && !times.ended()) {
        if (!times.fill(lines)) break;
        for (; const std::string* timed = times.peek(); times.take()) {
            const double time = timeOf(*timed);
            std::string row = timed->substr(0, timed->find(','));
            for (TableReader& reader : readers) {
                const std::string* line = lineAt(reader, time, lines);
                fields.clear();
                if (line != nullptr) split(*line, fields);
                for (const TableColumn& column : chosen) {
                    const std::size_t field = fieldOf(column, layout);
                    row += ',';
                    row += field < fields.size() ? fields[field] : "nan";
                }
                if (line != nullptr) reader.take();
            }
            file.write(row += "\r\n");
        }
    }
    if (file.close()) return {};
    return fail(error(
        {}, MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(path, *file.problem())));
}

}  // namespace momentree
