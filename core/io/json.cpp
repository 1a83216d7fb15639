// SPDX-License-Identifier: Apache-2.0
#include "core/io/json.hpp"

#include <json/reader.h>
#include <json/value.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/visible_text.hpp"

namespace momentree {
namespace {

constexpr int deepest = 64;
/// JsonCpp needs about 120 bytes a value: 360 MB at this limit.
constexpr std::size_t mostValues = 3'000'000;

/// Length of the UTF-8 sequence at `at`, 0 if it is invalid (RFC 3629).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t k) {
        return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
    };
    const auto continues = [&](std::size_t k) { return (byte(k) & 0xC0U) == 0x80U; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) > 0x9F;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && byte(1) < 0x90;
        const bool tooLarge = first == 0xF4 && byte(1) > 0x8F;
        return continues(1) && continues(2) && continues(3) && !overlong && !tooLarge ? 4 : 0;
    }
    return 0;
}

/// Rejects text before parsing: nested too deeply, too many values, or not UTF-8.
struct Scan {
    std::vector<std::size_t> lineStarts{0};
    std::optional<Message> problem;

    explicit Scan(std::string_view text) {
        bool quoted = false;
        int depth = 0;
        std::size_t values = 1;
        for (std::size_t at = 0; at < text.size() && !problem;) {
            const std::size_t length = sequenceLength(text, at);
            const char c = text[at];
            if (length == 0 || c == '\0')
                problem = MOMENTREE_TEXT("file-not-text", "the file is not UTF-8 text");
            if (c == '\n') lineStarts.push_back(at + 1);
            if (c == '"') quoted = !quoted;
            const bool escape = quoted && c == '\\' && at + 1 < text.size() && text[at + 1] != '\n';
            if (!quoted) count(c, depth, values);
            // The byte after a backslash cannot end the string.
            at += escape && static_cast<unsigned char>(text[at + 1]) < 0x80 ? 2 : length;
        }
    }

private:
    void count(char c, int& depth, std::size_t& values) {
        const bool opens = c == '[' || c == '{';
        if (opens || c == ',') ++values;
        if (opens) ++depth;
        if (c == ']' || c == '}') --depth;
        if (c == '/')
            problem = MOMENTREE_TEXT("json-comment", "not valid JSON: comments are not allowed");
        if (depth > deepest)
            problem = MOMENTREE_TEXT("json-too-deep",
                                     "brackets are nested deeper than %1 levels")(deepest);
        if (values > mostValues)
            problem = MOMENTREE_TEXT(
                "json-too-long",
                "the file holds more than %1 values; models have at most 100 000 bodies")(
                mostValues);
    }
};

/// Converts JsonCpp's report, "* Line 3, Column 5\n  Missing ',' ...\n", to a diagnostic.
Diagnostic parserProblem(const std::string& report) {
    int line = 0;
    constexpr std::string_view mark = "Line ";
    if (const auto at = report.find(mark); at != std::string::npos)
        std::from_chars(report.data() + at + mark.size(), report.data() + report.size(), line);
    const auto start = report.find("\n  ");
    std::string text = start == std::string::npos ? report : report.substr(start + 3);
    text = text.substr(0, text.find('\n'));
    if (!text.empty() && text.back() == '.') text.pop_back();
    return error({}, MOMENTREE_TEXT("json-invalid", "not valid JSON: %1")(shortText(text, 200)),
                 line);
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string text) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark)) text.erase(0, byteOrderMark.size());
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return fail(error(
            {}, MOMENTREE_TEXT("json-empty", "the file is empty; expected a JSON object"), 1));
    if (text.size() > largestFile)
        return fail(error(
            {}, MOMENTREE_TEXT("json-too-large", "the text is larger than the limit of 64 MiB")));
    Scan scan(text);
    if (scan.problem)
        return fail(error({}, *scan.problem, static_cast<int>(scan.lineStarts.size())));

    Json::CharReaderBuilder builder;
    Json::CharReaderBuilder::strictMode(&builder.settings_);
    builder["collectComments"] = false;
    builder["stackLimit"] = deepest + 8;
    JsonDocument document;
    auto root = std::make_shared<Json::Value>();
    std::string report;
    try {
        const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
        if (!reader->parse(text.data(), text.data() + text.size(), root.get(), &report))
            return fail(parserProblem(report));
    } catch (const std::exception& problem) {
        return fail(
            error({}, MOMENTREE_TEXT("json-invalid", "not valid JSON: %1")(problem.what())));
    }
    document.text_ = std::move(text);
    document.lineStarts_ = std::move(scan.lineStarts);
    document.root_ = std::move(root);
    return document;
}

int JsonDocument::lineAt(std::size_t offset) const {
    return static_cast<int>(std::ranges::upper_bound(lineStarts_, offset) - lineStarts_.begin());
}

int JsonNode::line() const {
    return document_->lineAt(static_cast<std::size_t>(value_->getOffsetStart()));
}
bool JsonNode::isObject() const { return value_->type() == Json::objectValue; }
bool JsonNode::isArray() const { return value_->type() == Json::arrayValue; }
bool JsonNode::isString() const { return value_->type() == Json::stringValue; }
bool JsonNode::isBool() const { return value_->type() == Json::booleanValue; }
bool JsonNode::isNumber() const {
    const Json::ValueType type = value_->type();
    return type == Json::intValue || type == Json::uintValue || type == Json::realValue;
}

Message JsonNode::kind() const {
    if (isObject()) return MOMENTREE_TEXT("json-object", "an object");
    if (isArray()) return MOMENTREE_TEXT("json-list", "a list");
    if (isString()) return MOMENTREE_TEXT("json-text", "a text");
    if (isBool()) return MOMENTREE_TEXT("json-boolean", "true or false");
    if (isNumber()) return MOMENTREE_TEXT("json-number", "a number");
    return MOMENTREE_TEXT("json-null", "null");
}

std::size_t JsonNode::size() const { return isObject() || isArray() ? value_->size() : 0; }
bool JsonNode::has(const std::string& key) const { return isObject() && value_->isMember(key); }
std::string JsonNode::string() const { return value_->asString(); }
bool JsonNode::boolean() const { return value_->asBool(); }

std::vector<JsonNode> JsonNode::items() const {
    std::vector<JsonNode> list;
    list.reserve(size());
    for (const Json::Value& item : *value_) list.emplace_back(*document_, item);
    return list;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
    std::vector<std::pair<std::string, const Json::Value*>> found;
    found.reserve(size());
    for (auto it = value_->begin(); it != value_->end(); ++it) found.emplace_back(it.name(), &*it);
    // JsonCpp sorts members by name.
    std::ranges::sort(found, {}, [](const auto& m) { return m.second->getOffsetStart(); });
    std::vector<std::pair<std::string, JsonNode>> list;
    list.reserve(found.size());
    for (auto& [name, value] : found)
        list.emplace_back(std::move(name), JsonNode(*document_, *value));
    return list;
}

std::optional<double> JsonNode::number() const {
    // Parsed from the text, because JsonCpp's conversion depends on the C++ locale.
    const char* begin = document_->text_.data();
    double value = 0.0;
    const auto [end, status] =
        std::from_chars(begin + value_->getOffsetStart(), begin + value_->getOffsetLimit(), value);
    if (status != std::errc{} || !std::isfinite(value)) return std::nullopt;
    return value;
}

void Problems::add(const Place& place, Message message, int line) {
    if (!full()) list_.push_back(error(place, std::move(message), line));
}

Diagnostics Problems::take() {
    const bool cut = full();
    std::ranges::stable_sort(list_, {}, &Diagnostic::line);
    if (cut)
        list_.push_back(error(
            {},
            MOMENTREE_TEXT("more-problems", "more problems may follow; these are the first 20")));
    return std::move(list_);
}

}  // namespace momentree
