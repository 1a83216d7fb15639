// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/table_preview.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "app/runs/reference_table.hpp"

namespace momentree::app {
namespace {

constexpr qsizetype mostLines = 20;

/// The first lines, without empty ones, and the comments above them.
struct FirstLines {
    std::vector<QByteArray> lines, comments;
};
FirstLines firstLines(const QByteArray& text) {
    FirstLines found;
    for (qsizetype at = 0; at < text.size() && std::ssize(found.lines) < mostLines;) {
        qsizetype end = text.indexOf('\n', at);
        if (end < 0) end = text.size();
        QByteArray line = bareLine(text.mid(at, end - at), '\t');
        if (at == 0 && line.startsWith("\xEF\xBB\xBF")) line.remove(0, 3);
        if (line.trimmed().startsWith('#')) {
            if (found.lines.empty()) found.comments.push_back(line.trimmed());
        } else if (!line.trimmed().isEmpty()) {
            found.lines.push_back(std::move(line));
        }
        at = end + 1;
    }
    return found;
}

std::size_t widthOf(const QByteArray& line, char separator) {
    const auto fields = fieldsIn(bareLine(line, separator), separator);
    return fields ? fields->size() : 0;
}

/// Whether a line has this width, maybe with a separator at its end.
bool hasWidth(const QByteArray& line, char separator, std::size_t width) {
    const auto fields = rowFields(bareLine(line, separator), separator, width);
    return fields && fields->size() == width;
}

/// The separator that divides all lines alike. A semicolon or tab that does so is one, even where
/// decimal commas divide lines into more fields.
char likelySeparator(const std::vector<QByteArray>& lines) {
    char best = ',';
    std::size_t most = 1;
    for (const char separator : {';', '\t', ',', ' '}) {
        const std::size_t width = lines.empty() ? 0 : widthOf(lines.front(), separator);
        const bool even = std::ranges::all_of(
            lines, [&](const QByteArray& line) { return hasWidth(line, separator, width); });
        if (!even || width <= most) continue;
        if (separator == ';' || separator == '\t') return separator;
        best = separator;
        most = width;
    }
    return best;
}

/// Whether numbers are written with commas, and none with a point.
bool hasDecimalCommas(const std::vector<QByteArray>& lines, char separator) {
    bool comma = false;
    if (separator == ',') return false;
    for (const QByteArray& line : lines)
        for (const QByteArray& field :
             fieldsIn(bareLine(line, separator), separator).value_or(std::vector<QByteArray>())) {
            if (field.contains('.') && numberIn(field, false)) return false;
            if (field.contains(',') && numberIn(field, true)) comma = true;
        }
    return comma;
}

/// Letters and digits alone, in lower case.
std::string plainName(const std::string& name) {
    std::string plain;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)))
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

bool isTime(const std::string& column) {
    const std::string name = plainName(nameAndUnit(column).first);
    return name == "time" || name == "t" || name == "times" || name == "simtime";
}

}  // namespace

TablePreview previewOf(const QByteArray& text, std::optional<char> separator,
                       std::optional<bool> header, std::optional<bool> decimalComma) {
    const auto [lines, comments] = firstLines(text);
    TablePreview table;
    for (const QByteArray& comment : comments) table.comments.push_back(comment.toStdString());
    table.separator = separator.value_or(likelySeparator(lines));
    if (lines.empty()) return table;
    const auto fieldsOf = [&](const QByteArray& line) {
        std::vector<std::string> fields;
        const auto split = fieldsIn(bareLine(line, table.separator), table.separator)
                               .value_or(std::vector<QByteArray>());
        for (const QByteArray& field : split) fields.push_back(field.trimmed().toStdString());
        return fields;
    };
    const auto first = fieldsIn(bareLine(lines.front(), table.separator), table.separator);
    table.decimalComma = decimalComma.value_or(hasDecimalCommas(lines, table.separator));
    const auto isNumber = [&](const QByteArray& field) {
        return field.trimmed().isEmpty() || numberIn(field, table.decimalComma).has_value();
    };
    const auto above = comments.empty() || !first ? std::nullopt
                                                  : namesAbove(comments.back(), *first,
                                                               table.separator, table.decimalComma);
    table.header = header.value_or(above || !first || !std::ranges::all_of(*first, isNumber));
    const bool inComment = table.header && above;
    table.names =
        columnNames(inComment ? *above : first.value_or(std::vector<QByteArray>()), table.header);
    const std::size_t row = table.header && !inComment ? 1 : 0;
    if (row < lines.size()) table.values = fieldsOf(lines[row]);
    table.values.resize(table.names.size());
    return table;
}

std::pair<std::string, std::string> nameAndUnit(const std::string& column) {
    // "q1 [deg] (2)" is the second column with that name, see `columnNames`.
    const std::size_t copy = column.rfind(" (");
    if (copy != std::string::npos && column.ends_with(')') && column.size() > copy + 3 &&
        column.find_first_not_of("0123456789", copy + 2) == column.size() - 1)
        return nameAndUnit(column.substr(0, copy));
    const char close = column.empty() ? '\0' : column.back();
    const std::size_t open = close == ']'   ? column.rfind('[')
                             : close == ')' ? column.rfind('(')
                                            : 0;
    if (open == std::string::npos || open == 0) return {column, {}};
    const std::string unit = column.substr(open + 1, column.size() - open - 2);
    return {column.substr(0, column.find_last_not_of(' ', open - 1) + 1),
            unitFactor(unit) ? unit : std::string()};
}

ReferenceMapping guessedMapping(const TablePreview& table,
                                const std::vector<ColumnFacts>& columns) {
    ReferenceMapping mapping;
    mapping.separator = table.separator;
    mapping.decimalComma = table.decimalComma;
    mapping.header = table.header;
    std::map<std::string, const ColumnFacts*> known;
    for (std::size_t k = 1; k < columns.size(); ++k)
        known.try_emplace(plainName(columns[k].name), &columns[k]);
    auto time = std::ranges::find_if(table.names, isTime);
    if (time == table.names.end()) time = table.names.begin();
    if (time != table.names.end()) {
        mapping.time = *time;
        mapping.timeUnit = nameAndUnit(*time).second;
    }
    for (const std::string& column : table.names) {
        const auto [name, unit] = nameAndUnit(column);
        const auto found = known.find(plainName(name));
        if (column == mapping.time || found == known.end()) continue;
        mapping.columns.push_back({column, found->second->name, unit});
        known.erase(found);
    }
    return mapping;
}

std::vector<std::string> unitsFor(const std::string& si) {
    static const std::map<std::string, std::vector<std::string>> others{
        {"m", {"mm", "cm", "in"}}, {"rad", {"deg", "rev"}}, {"N", {"kN", "lbf"}},
        {"J", {"mJ", "kJ"}},       {"W", {"kW"}},           {"kg", {"g"}},
        {"s", {"ms", "us", "min"}}};
    std::vector<std::string> units{si};
    const std::size_t end = std::min(si.find_first_of(" ^/"), si.size());
    const std::string rest = si.substr(end);
    if (const auto found = others.find(si.substr(0, end)); found != others.end())
        for (const std::string& other : found->second) units.push_back(other + rest);
    if (si == "rad/s") units.insert(units.end(), {"rpm", "Hz"});
    if (si == "N m") units.insert(units.end(), {"N mm"});
    return units;
}

}  // namespace momentree::app
