// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/reference_table.hpp"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "app/runs/record_budget.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/row_poses.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostProblems = 5;
constexpr int namesInMessage = 8;

Diagnostic problem(int line, Message message, const std::string& column = {}) {
    Place place;
    if (!column.empty()) place = {Place::Kind::Column, column};
    return error(std::move(place), std::move(message), line);
}

}  // namespace

std::optional<std::vector<QByteArray>> fieldsIn(const QByteArray& line, char separator) {
    std::vector<QByteArray> fields(1);
    bool quoted = false;
    if (separator == ' ') {
        const QList<QByteArray> parts = line.simplified().split(' ');
        return std::vector<QByteArray>(parts.begin(), parts.end());
    }
    for (qsizetype k = 0; k < line.size(); ++k) {
        const char c = line[k];
        if (c == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
            fields.back() += line[++k];
        else if (c == '"')
            quoted = !quoted;
        else if (c == separator && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    if (quoted) return std::nullopt;
    return fields;
}

QByteArray bareLine(const QByteArray& line, char separator) {
    if (separator != '\t') return line.trimmed();
    qsizetype end = line.size();
    while (end > 0 && (line[end - 1] == '\r' || line[end - 1] == ' ')) --end;
    return line.left(end);
}

std::optional<std::vector<QByteArray>> rowFields(const QByteArray& line, char separator,
                                                 std::size_t width) {
    auto fields = fieldsIn(line, separator);
    if (fields && fields->size() == width + 1 && fields->back().trimmed().isEmpty())
        fields->pop_back();
    return fields;
}

std::optional<std::vector<QByteArray>> namesAbove(const QByteArray& comment,
                                                  const std::vector<QByteArray>& numbers,
                                                  char separator, bool decimalComma) {
    const auto isNumber = [&](const QByteArray& field) {
        return field.trimmed().isEmpty() || numberIn(field, decimalComma);
    };
    if (!comment.startsWith('#') || !std::ranges::all_of(numbers, isNumber)) return std::nullopt;
    const auto names = fieldsIn(bareLine(comment.mid(1), separator), separator);
    if (!names || names->size() != numbers.size() || names->size() < 2 ||
        std::ranges::any_of(*names, isNumber))
        return std::nullopt;
    return names;
}

std::vector<std::string> columnNames(const std::vector<QByteArray>& firstLine, bool header) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < firstLine.size(); ++k) {
        const std::string base =
            header ? firstLine[k].trimmed().toStdString() : std::to_string(k + 1);
        std::string name = base;
        for (int copy = 2; std::ranges::find(names, name) != names.end(); ++copy)
            name = base + " (" + std::to_string(copy) + ")";
        names.push_back(std::move(name));
    }
    return names;
}

std::optional<double> numberIn(const QByteArray& field, bool decimalComma) {
    QByteArray text = field.trimmed().toLower();
    if (text == "-nan" || text == "+nan" || text == "-nan(ind)" || text == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (decimalComma) text.replace(',', '.');
    bool good = false;
    const double value = text.toDouble(&good);
    return good ? std::optional(value) : std::nullopt;
}

namespace {

/// Splits "pin.q [rad]" into name and unit.
std::pair<std::string, std::string> headOf(const QByteArray& field) {
    const QByteArray head = field.trimmed();
    const qsizetype open = head.lastIndexOf('[');
    if (open <= 0 || !head.endsWith(']')) return {head.toStdString(), {}};
    return {head.left(open).trimmed().toStdString(),
            head.mid(open + 1).chopped(1).trimmed().toStdString()};
}

/// Reads line by line; keeps the first errors.
class TableReader {
public:
    TableReader(QByteArray text, const ReferenceMapping* mapping)
        : text_(std::move(text)), mapping_(mapping) {
        if (text_.startsWith("\xEF\xBB\xBF")) text_.remove(0, 3);
    }

    Result<ReferenceTable> read() {
        const QList<QByteArray> lines = text_.split('\n');
        bool headed = false;
        for (qsizetype k = 0; k < lines.size() && problems_.size() < mostProblems; ++k) {
            const QByteArray line = bareLine(lines[k], separator());
            const bool comment = mapping_ != nullptr && line.startsWith('#');
            if (comment && !headed) comment_ = line;
            if (line.trimmed().isEmpty() || comment) continue;
            bool head = !headed && (mapping_ == nullptr || mapping_->header);
            if (!headed) head = readHead(line, static_cast<int>(k) + 1) && head;
            headed = true;
            if (!head) readRow(line, static_cast<int>(k) + 1);
        }
        if (!headed) readHead({}, 1);
        if (problems_.empty() && table_.times.empty())
            complain(1, MOMENTREE_TEXT("table-no-rows", "there are no rows below the header"));
        if (!problems_.empty()) return tl::unexpected(problems_);
        return std::move(table_);
    }

private:
    void complain(int line, Message text, const std::string& column = {}) {
        if (problems_.size() < mostProblems)
            problems_.push_back(problem(line, std::move(text), column));
    }

    char separator() const { return mapping_ ? mapping_->separator : ','; }

    /// Returns false where the names are in a comment above this line, which is a row.
    bool readHead(const QByteArray& line, int number) {
        const auto fields = fieldsIn(line, separator());
        if (mapping_ != nullptr) {
            const auto found = fields.value_or(std::vector<QByteArray>());
            const auto above =
                mapping_->header ? namesAbove(comment_, found, separator(), mapping_->decimalComma)
                                 : std::nullopt;
            mapHead(above.value_or(found), number);
            return !above;
        }
        const auto first = fields ? headOf(fields->front()) : std::pair<std::string, std::string>();
        if (first.first != "time" || (!first.second.empty() && first.second != "s")) {
            const QString found = QString::fromUtf8(fields ? fields->front() : line).left(40);
            complain(number,
                     MOMENTREE_TEXT(
                         "table-not-of-run",
                         "the first column must be time, in seconds, but it is '%1'; "
                         "a mapping tells the columns of other programs")(found.toStdString()));
            stop_ = true;
            return true;
        }
        for (std::size_t k = 1; k < fields->size(); ++k) {
            auto [name, unit] = headOf((*fields)[k]);
            table_.columns.push_back(std::move(name));
            table_.units.push_back(std::move(unit));
        }
        if (table_.columns.empty())
            complain(number, MOMENTREE_TEXT("table-time-only", "there is no column except time"));
        return true;
    }

    static double siFactor(const std::string& unit) {
        return unit.empty() ? 1.0 : unitFactor(unit).value_or(1.0);
    }

    /// Finds the columns of the mapping by name, or by number without a header.
    void mapHead(const std::vector<QByteArray>& fields, int number) {
        width_ = fields.size();
        const std::vector<std::string> names = columnNames(fields, mapping_->header);
        const auto placeOf = [&](const std::string& name) {
            const auto found = std::ranges::find(names, name);
            if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
            stop_ = true;
            complain(number, MOMENTREE_TEXT("mapping-column-missing",
                                            "the table has no column '%1', which its mapping "
                                            "names")(name));
            return std::size_t{0};
        };
        from_.push_back({placeOf(mapping_->time), siFactor(mapping_->timeUnit), 0.0});
        for (const ReferenceMapping::Column& column : mapping_->columns) {
            from_.push_back(
                {placeOf(column.from), column.factor * siFactor(column.unit), column.offset});
            table_.columns.push_back(column.to);
            table_.units.emplace_back();
        }
    }

    /// The fields that a mapping names, in its order and in SI units.
    std::optional<std::vector<QByteArray>> mapped(std::optional<std::vector<QByteArray>> fields) {
        if (mapping_ == nullptr || !fields || fields->size() != width_) return fields;
        std::vector<QByteArray> chosen;
        for (const Source& source : from_) {
            const QByteArray& field = (*fields)[source.place];
            const auto value = field.trimmed().isEmpty()
                                   ? std::optional(std::numeric_limits<double>::quiet_NaN())
                                   : numberIn(field, mapping_->decimalComma);
            chosen.push_back(
                value ? QByteArray::number(source.factor * *value + source.offset, 'g', 17)
                      : field);
        }
        return chosen;
    }

    void readRow(const QByteArray& line, int number) {
        if (stop_) return;
        const auto fields =
            mapped(mapping_ ? rowFields(line, separator(), width_) : fieldsIn(line, separator()));
        const std::size_t wanted = table_.columns.size() + 1;
        if (!fields || fields->size() != wanted)
            return complain(number, MOMENTREE_TEXT("table-row-length",
                                                   "%1 values, but the header has %2 columns")(
                                        fields ? fields->size() : 0, wanted));
        for (std::size_t k = 0; k < wanted; ++k) {
            const auto value = numberIn((*fields)[k], false);
            const std::string& name = k == 0 ? time_ : table_.columns[k - 1];
            if (!value || (k == 0 && !std::isfinite(*value)))
                return complain(number,
                                MOMENTREE_TEXT("table-not-a-number", "'%1' is not a number")(
                                    QString::fromUtf8((*fields)[k]).left(40).toStdString()),
                                name);
            if (k > 0)
                table_.values.push_back(*value);
            else if (!table_.times.empty() && *value <= table_.times.back())
                return complain(
                    number,
                    MOMENTREE_TEXT("table-times-descend", "times must increase from row to row"),
                    name);
            else
                table_.times.push_back(*value);
        }
    }

    struct Source {
        std::size_t place;
        double factor, offset;
    };
    const std::string time_ = "time";
    QByteArray text_;
    const ReferenceMapping* mapping_;
    QByteArray comment_;        ///< the last one above the first row
    std::vector<Source> from_;  ///< with a mapping: the time, then its columns
    std::size_t width_ = 0;     ///< with a mapping: columns of the table
    ReferenceTable table_;
    Diagnostics problems_;
    bool stop_ = false;  ///< this is not a table of a run
};

/// For each column of the table the matching one of the layout, -1 if there is none. Of several
/// columns with one name the last is used: a probe may have the name of a coordinate of its body.
std::vector<int> placesOf(const ReferenceTable& table, const RowLayout& layout) {
    std::map<std::string, std::vector<int>> known;
    for (int k = 1; k < layout.width(); ++k)
        known[layout.names()[static_cast<std::size_t>(k)]].push_back(k);
    std::vector<int> places(table.columns.size(), -1);
    for (std::size_t k = table.columns.size(); k-- > 0;) {
        const auto found = known.find(table.columns[k]);
        if (found == known.end() || found->second.empty()) continue;
        places[k] = found->second.back();
        found->second.pop_back();
    }
    return places;
}

Diagnostic noneFits(const ReferenceTable& table, const RowLayout& layout) {
    const auto list = [](const std::vector<std::string>& names, std::size_t first) {
        QStringList some;
        for (std::size_t k = first; k < names.size() && some.size() < namesInMessage; ++k)
            some << QString::fromStdString(names[k]);
        return some.join(QStringLiteral(", ")).toStdString();
    };
    return problem(
        1, MOMENTREE_TEXT("table-fits-nothing",
                          "no column (%1) is in this model, which has the columns %2, …; a "
                          "mapping tells which are the same")(
               list(table.columns, 0),
               list(layout.names(),
                    static_cast<std::size_t>(layout.probeCount() > 0 ? layout.probe(0) : 1))));
}

/// The columns of an HDF5 file, of one without a record, too, or of a capsule.
Result<std::vector<StoredColumn>> columnsIn(const std::string& path) {
    if (isHdf5(path))
        return readHdf5(path).map([](Hdf5Content content) { return content.columns; });
    auto run = readStoredRun(path);
    if (!run) return tl::unexpected(std::move(run.error()));
    return std::move(run->columns);
}

Result<ReferenceTable> tableOfRun(const std::string& path) {
    const auto stored = columnsIn(path);
    if (!stored) return tl::unexpected(stored.error());
    ReferenceTable table;
    const StoredColumn* time = nullptr;
    for (const StoredColumn& column : *stored) {
        if (column.name == "time" && time == nullptr) time = &column;
    }
    if (time == nullptr || time->values.empty())
        return fail(problem(0, MOMENTREE_TEXT("hdf5-no-rows", "holds no rows of a run")));
    table.times = time->values;
    std::vector<const StoredColumn*> columns;
    for (const StoredColumn& column : *stored)
        if (&column != time && column.values.size() == table.times.size())
            columns.push_back(&column);
    for (const StoredColumn* column : columns) {
        // A repeated name has this addition in the file (see `writeHdf5`, `tableColumns`).
        const std::string_view name = column->name, second = " (2)";
        table.columns.emplace_back(name.ends_with(second) ? name.substr(0, name.size() - 4) : name);
        table.units.emplace_back();
    }
    for (std::size_t row = 0; row < table.times.size(); ++row)
        for (const StoredColumn* column : columns) table.values.push_back(column->values[row]);
    return table;
}

}  // namespace

Result<ReferenceTable> readReferenceTable(const QByteArray& text, const ReferenceMapping* mapping) {
    return TableReader(text, mapping).read();
}

Result<ReferenceTable> readReferenceFile(const std::string& path, const std::string& mapping) {
    if (holdsRows(path)) return tableOfRun(path);
    const std::string used = mapping.empty() ? mappingBeside(path).value_or("") : mapping;
    auto known = used.empty() ? Result<ReferenceMapping>(ReferenceMapping()) : readMapping(used);
    if (!known) {
        for (Diagnostic& d : known.error())
            d.message =
                MOMENTREE_TEXT("mapping-problem", "mapping '%1': %2")(used, std::move(d.message));
        return tl::unexpected(std::move(known.error()));
    }
    const auto text = readTextFile(path);
    if (!text) return tl::unexpected(text.error());
    return readReferenceTable(QByteArray::fromStdString(*text), used.empty() ? nullptr : &*known);
}

Result<Reference> referenceOf(const ReferenceTable& table, const Model& model,
                              const RowLayout& layout) {
    const std::vector<int> places = placesOf(table, layout);
    const std::vector<std::string> units = columnUnits(model, layout);
    Reference reference;
    Diagnostics problems;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const std::string& name = table.columns[k];
        if (places[k] < 0) {
            reference.leftOut.push_back(
                warning({Place::Kind::Column, name},
                        MOMENTREE_TEXT("column-skipped", "is not in this model; skipped"), 1));
            continue;
        }
        reference.columns.push_back(places[k]);
        const std::string& recorded = units[static_cast<std::size_t>(places[k])];
        if (!table.units[k].empty() && table.units[k] != recorded)
            problems.push_back(
                problem(1,
                        MOMENTREE_TEXT("column-unit", "the unit is %1, but files must use SI: %2")(
                            table.units[k], recorded),
                        name));
    }
    if (reference.columns.empty()) return fail(noneFits(table, layout));
    const std::size_t rows = table.times.size(), width = static_cast<std::size_t>(layout.width());
    if (rows * width * sizeof(double) > recordBudget())
        problems.push_back(
            problem(0, MOMENTREE_TEXT("table-too-large",
                                      "%1 rows exceed the recording memory: remove some rows, or "
                                      "increase the memory in the preferences")(rows)));
    if (!problems.empty()) return tl::unexpected(problems);
    const auto recording = std::make_shared<Recording>(layout.width(), rows);
    for (std::size_t r = 0; r < rows; ++r) {
        const std::span<double> row = recording->nextRow();
        std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
        row[0] = table.times[r];
        for (std::size_t k = 0; k < places.size(); ++k)
            if (places[k] >= 0)
                row[static_cast<std::size_t>(places[k])] = table.values[r * places.size() + k];
        if (!completePoses(model, layout, row)) reference.posed = false;
        recording->commit();
    }
    reference.recording = recording;
    return reference;
}

}  // namespace momentree::app
