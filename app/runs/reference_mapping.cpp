// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/reference_mapping.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/json_text.hpp"
#include "core/model/units.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostColumns = 10000;

struct Separator {
    char sign;
    const char* name;
};
constexpr std::array separators{Separator{',', "comma"}, Separator{';', "semicolon"},
                                Separator{'\t', "tab"}, Separator{' ', "blank"}};

void readUnit(ObjectReader& reader, const char* key, std::string& unit) {
    if (!reader.string(key, unit) || unitFactor(unit)) return;
    reader.problem(MOMENTREE_TEXT("mapping-unit",
                                  "'%1' is no unit; write for example \"deg\", "
                                  "\"mm/s\" or \"ms\"")(unit));
    unit.clear();
}

/// "m^-2": the factor of one unit to its power.
std::optional<double> powerFactor(std::string_view text) {
    const std::size_t sign = text.find('^');
    const Unit* unit = findUnit(text.substr(0, sign));
    int power = 1;
    if (sign != text.npos) {
        const std::string_view digits = text.substr(sign + 1);
        const auto [end, problem] = std::from_chars(digits.begin(), digits.end(), power);
        if (problem != std::errc() || end != digits.end()) return std::nullopt;
    }
    if (unit == nullptr || std::abs(power) > 9) return std::nullopt;
    return std::pow(unit->numerator / unit->denominator, power);
}

ReferenceMapping::Column readColumn(const JsonNode& node, Problems& problems) {
    ReferenceMapping::Column column;
    ObjectReader reader(node, {Place::Kind::Column, ""}, problems);
    if (!reader.valid()) return column;
    reader.string("from", column.from, required);
    reader.rename({Place::Kind::Column, column.from});
    reader.string("to", column.to, required);
    reader.number("factor", column.factor);
    reader.number("offset", column.offset);
    readUnit(reader, "unit", column.unit);
    reader.finish();
    return column;
}

}  // namespace

std::optional<double> unitFactor(const std::string& unit) {
    double factor = 1.0;
    bool below = false;
    for (std::size_t at = 0; at <= unit.size();) {
        const std::size_t end = std::min(unit.find_first_of(" */", at), unit.size());
        const auto one = powerFactor(std::string_view(unit).substr(at, end - at));
        if (!one) return std::nullopt;
        factor = below ? factor / *one : factor * *one;
        below = end < unit.size() && unit[end] == '/';
        at = end + 1;
    }
    return factor;
}

Result<ReferenceMapping> readMapping(const std::string& path) {
    auto text = readTextFile(path);
    if (!text) return tl::unexpected(std::move(text.error()));
    const auto document = JsonDocument::parse(std::move(*text));
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    ReferenceMapping mapping;
    ObjectReader reader(document->root(), {}, problems);
    std::string separator = "comma", decimal = "point";
    if (reader.valid()) {
        std::vector<std::string_view> names;
        for (const Separator& one : separators) names.emplace_back(one.name);
        reader.choice("separator", separator, names, optional);
        reader.choice("decimal", decimal, {"point", "comma"}, optional);
        if (decimal == "comma" && separator == "comma")
            reader.problem(MOMENTREE_TEXT(
                "mapping-two-commas", "with commas between columns, 'decimal' must be \"point\""));
        reader.boolean("header", mapping.header);
        reader.string("time", mapping.time);
        readUnit(reader, "time_unit", mapping.timeUnit);
        for (const JsonNode& node : reader.items("columns", mostColumns))
            mapping.columns.push_back(readColumn(node, problems));
        if (mapping.columns.empty() && problems.empty())
            reader.problem(MOMENTREE_TEXT("mapping-empty", "'columns' names no column"));
        reader.finish();
    }
    mapping.decimalComma = decimal == "comma";
    mapping.separator = std::ranges::find(separators, separator, &Separator::name)->sign;
    if (!problems.empty()) return tl::unexpected(problems.take());
    return mapping;
}

std::string mappingText(const ReferenceMapping& mapping) {
    JsonItem columns = JsonItem::list();
    for (const ReferenceMapping::Column& column : mapping.columns) {
        JsonItem item = JsonItem::object();
        item.add("from", JsonItem::text(column.from)).add("to", JsonItem::text(column.to));
        if (!column.unit.empty()) item.add("unit", JsonItem::text(column.unit));
        if (column.factor != 1.0) item.add("factor", JsonItem::number(column.factor));
        if (column.offset != 0.0) item.add("offset", JsonItem::number(column.offset));
        columns.add(std::move(item));
    }
    const auto separator = std::ranges::find(separators, mapping.separator, &Separator::sign);
    JsonItem file = JsonItem::object();
    file.add("separator", JsonItem::text(separator->name));
    if (mapping.decimalComma) file.add("decimal", JsonItem::text("comma"));
    if (!mapping.header) file.add("header", JsonItem::boolean(false));
    file.add("time", JsonItem::text(mapping.time));
    if (!mapping.timeUnit.empty()) file.add("time_unit", JsonItem::text(mapping.timeUnit));
    return file.add("columns", std::move(columns)).print();
}

std::string mappingPath(const std::string& table) {
    return std::filesystem::path(table).replace_extension(".mapping.json").string();
}

std::optional<std::string> mappingBeside(const std::string& table) {
    const std::string path = mappingPath(table);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

}  // namespace momentree::app
