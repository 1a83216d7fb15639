// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/quantity_reader.hpp"

#include <algorithm>
#include <filesystem>

#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostValues = 100;

const std::vector<std::string_view> takes{"first",
                                          "last",
                                          "at",
                                          "least",
                                          "greatest",
                                          "largest",
                                          "change",
                                          "largest change",
                                          "mean",
                                          "time of least",
                                          "time of greatest",
                                          "sign changes",
                                          "time of sign change"};

void setValue(std::vector<std::pair<std::string, std::string>>& out, const std::string& name,
              std::string value) {
    std::erase_if(out, [&name](const auto& earlier) { return earlier.first == name; });
    out.emplace_back(name, std::move(value));
}

}  // namespace

void readNumber(ObjectReader& reader, std::string_view key, std::optional<double>& out) {
    double value = 0.0;
    if (reader.number(key, value)) out = value;
}

void checkRunName(const std::string& name, const Place& where, int line,
                  std::span<const std::string> runs, Problems& problems) {
    if (std::ranges::find(runs, name) != runs.end()) return;
    problems.add(
        where,
        MOMENTREE_TEXT("run-unknown", "there is no run '%1'%2")(name, didYouMean(name, runs)),
        line);
}

void readRunName(ObjectReader& reader, std::string_view key, std::string& out, Need need,
                 std::span<const std::string> runs) {
    if (reader.string(key, out, need))
        checkRunName(out, reader.place(), reader.line(), runs, reader.problems());
}

void readQuantity(ObjectReader& reader, Quantity& out, bool ofNamedRun,
                  std::span<const std::string> runs) {
    out.line = reader.line();
    reader.string("of", out.of, required);
    std::string take = "last";
    if (reader.choice("take", take, takes, optional))
        out.take = static_cast<Take>(std::ranges::find(takes, take) - takes.begin());
    readNumber(reader, "at", out.at);
    readNumber(reader, "from", out.from);
    readNumber(reader, "until", out.until);
    if ((out.take == Take::At) != out.at.has_value())
        reader.problem(MOMENTREE_TEXT(
            "quantity-at", "'take': \"at\" and 'at', the time in seconds, must be given together"));
    if (ofNamedRun) readRunName(reader, "run", out.run, required, runs);
    readRunName(reader, "minus", out.minus, optional, runs);
    readRunName(reader, "over", out.over, optional, runs);
}

void readNames(ObjectReader& reader, std::string_view key, std::vector<std::string>& out) {
    for (const JsonNode& node : reader.items(key, mostValues)) {
        if (node.isString())
            out.push_back(node.string());
        else
            reader.problems().add(
                reader.place(),
                MOMENTREE_TEXT("names-expected", "'%1' must be a list of names")(key), node.line());
    }
}

void readValues(ObjectReader& reader, std::string_view key,
                std::vector<std::pair<std::string, std::string>>& out) {
    for (const auto& [name, node] : reader.members(key, mostValues)) {
        if (node.isString())
            setValue(out, name, node.string());
        else if (node.isBool())
            setValue(out, name, node.boolean() ? "true" : "false");
        else if (const auto value = node.isNumber() ? node.number() : std::nullopt)
            setValue(out, name, numberText(*value));
        else
            reader.problems().add(
                reader.place(),
                MOMENTREE_TEXT("value-expected",
                               "'%1' must be a number, a text, true or false")(name),
                node.line());
    }
}

void readPageFile(ObjectReader& reader, std::string_view key, const std::string& folder,
                  const std::string& file, std::string& out) {
    const auto read = readTextFile((std::filesystem::path(folder) / file).string());
    if (read)
        out = *read;
    else
        reader.problem(
            MOMENTREE_TEXT("page-unreadable", "'%1': %2")(key, read.error().front().message));
}

}  // namespace momentree
