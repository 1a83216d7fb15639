// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/reference_mapping.hpp"

#include <filesystem>

#include "core/io/json.hpp"
#include "core/model/units.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostColumns = 10000;

/// The unit's factor to SI; 1 after a problem and without a unit.
double unitFactor(ObjectReader& reader, const char* key) {
    std::string name;
    if (!reader.string(key, name)) return 1.0;
    if (const Unit* unit = findUnit(name)) return unit->numerator / unit->denominator;
    reader.problem(MOMENTREE_TEXT("mapping-unit",
                                  "'%1' is no unit; write for example \"deg\", "
                                  "\"mm\" or \"ms\"")(name));
    return 1.0;
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
    column.factor *= unitFactor(reader, "unit");
    reader.finish();
    return column;
}

}  // namespace

Result<ReferenceMapping> readMapping(const std::string& path) {
    auto text = readTextFile(path);
    if (!text) return tl::unexpected(std::move(text.error()));
    const auto document = JsonDocument::parse(std::move(*text));
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    ReferenceMapping mapping;
    ObjectReader reader(document->root(), {}, problems);
    std::string separator = "comma";
    if (reader.valid()) {
        reader.choice("separator", separator, {"comma", "semicolon", "tab", "blank"}, optional);
        reader.boolean("header", mapping.header);
        reader.string("time", mapping.time);
        mapping.timeFactor = unitFactor(reader, "time_unit");
        for (const JsonNode& node : reader.items("columns", mostColumns))
            mapping.columns.push_back(readColumn(node, problems));
        if (mapping.columns.empty() && problems.empty())
            reader.problem(MOMENTREE_TEXT("mapping-empty", "'columns' names no column"));
        reader.finish();
    }
    mapping.separator = separator == "semicolon" ? ';'
                        : separator == "tab"     ? '\t'
                        : separator == "blank"   ? ' '
                                                 : ',';
    if (!problems.empty()) return tl::unexpected(problems.take());
    return mapping;
}

std::optional<std::string> mappingBeside(const std::string& table) {
    const std::string path =
        std::filesystem::path(table).replace_extension(".mapping.json").string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

}  // namespace momentree::app
