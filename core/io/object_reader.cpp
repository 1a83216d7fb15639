// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/io/json.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree {
namespace {

constexpr std::size_t longestName = 200;

bool hasControlCharacter(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::optional<Message> nameProblem(std::string_view name) {
    if (name.empty()) return MOMENTREE_TEXT("name-empty", "a name must not be empty");
    if (name.size() > longestName)
        return MOMENTREE_TEXT("name-too-long", "a name has at most %1 bytes")(longestName);
    if (name.find('.') != std::string_view::npos)
        return MOMENTREE_TEXT("name-with-dot",
                              "a name must not contain a dot, which separates body and marker");
    if (hasControlCharacter(name))
        return MOMENTREE_TEXT("name-with-control-character",
                              "a name must not contain control characters");
    return std::nullopt;
}

bool readScalar(const JsonNode& node, const Place& place, const Argument& what, Problems& problems,
                Scalar& out) {
    if (node.isNumber()) {
        const std::optional<double> value = node.number();
        if (!value)
            problems.add(
                place,
                MOMENTREE_TEXT("number-too-large", "%1 is too large for double precision")(what),
                node.line());
        out = Scalar(value.value_or(0.0));
        out.line = node.line();
        return value.has_value();
    }
    if (node.isString() && !node.string().empty()) {
        out = Scalar();
        out.text = node.string();
        out.line = node.line();
        return true;
    }
    problems.add(
        place,
        MOMENTREE_TEXT("scalar-expected",
                       "%1 must be a number or an expression such as \"2*L\" or \"12 cm\", not %2")(
            what,
            node.isString() ? MOMENTREE_TEXT("json-empty-text", "an empty text") : node.kind()),
        node.line());
    return false;
}

bool readReference(const JsonNode& node, const Place& place, const Argument& what,
                   Problems& problems, MarkerReference& out) {
    const std::string text = node.isString() ? node.string() : "";
    const auto dot = text.find('.');
    out.body = text.substr(0, dot);
    out.marker = dot == std::string::npos ? "" : text.substr(dot + 1);
    out.line = node.line();
    const bool good =
        !nameProblem(out.body) && (dot == std::string::npos || !nameProblem(out.marker));
    if (!good)
        problems.add(
            place,
            MOMENTREE_TEXT(
                "reference-expected",
                "%1 must name a marker as \"body.marker\" or \"ground.marker\", or a body")(what),
            node.line());
    return good;
}

ObjectReader::ObjectReader(const JsonNode& node, Place place, Problems& problems)
    : node_(node), place_(std::move(place)), problems_(&problems), valid_(node.isObject()) {
    if (valid_) {
        members_ = node.members();
        read_.assign(members_.size(), false);
    } else {
        problem(MOMENTREE_TEXT("object-expected", "must be an object {...}, not %1")(node.kind()));
    }
}

std::optional<JsonNode> ObjectReader::find(std::string_view key, Need need) {
    known_.push_back(key);
    for (std::size_t k = 0; k < members_.size(); ++k) {
        if (members_[k].first != key) continue;
        read_[k] = true;
        return members_[k].second;
    }
    if (need == required && valid_) problem(MOMENTREE_TEXT("key-missing", "'%1' is missing")(key));
    return std::nullopt;
}

bool ObjectReader::wrongType(const JsonNode& node, std::string_view key, Message expected) {
    problems_->add(place_,
                   MOMENTREE_TEXT("wrong-type", "'%1' must be %2, not %3")(key, std::move(expected),
                                                                           node.kind()),
                   node.line());
    return false;
}

bool ObjectReader::string(std::string_view key, std::string& out, Need need, std::size_t longest) {
    const auto node = find(key, need);
    if (!node) return false;
    if (!node->isString()) return wrongType(*node, key, MOMENTREE_TEXT("json-text", "a text"));
    std::string text = node->string();
    if (text.size() > longest) {
        problems_->add(place_,
                       MOMENTREE_TEXT("text-too-long", "'%1' has at most %2 bytes")(key, longest),
                       node->line());
        return false;
    }
    out = std::move(text);
    return true;
}

bool ObjectReader::name(std::string_view key, std::string& out, Need need) {
    const auto node = find(key, need);
    if (!node) return false;
    if (!node->isString()) return wrongType(*node, key, MOMENTREE_TEXT("json-text", "a text"));
    const auto wrong = nameProblem(node->string());
    if (wrong)
        problems_->add(place_, MOMENTREE_TEXT("name-and-problem", "%1: %2")(quoted(key), *wrong),
                       node->line());
    out = node->string();
    return !wrong;
}

bool ObjectReader::number(std::string_view key, double& out, Need need) {
    const auto node = find(key, need);
    if (!node) return false;
    if (!node->isNumber())
        return wrongType(*node, key, MOMENTREE_TEXT("json-plain-number", "a plain number"));
    const std::optional<double> value = node->number();
    if (!value)
        problems_->add(
            place_,
            MOMENTREE_TEXT("number-too-large", "%1 is too large for double precision")(quoted(key)),
            node->line());
    out = value.value_or(out);
    return value.has_value();
}

bool ObjectReader::integer(std::string_view key, int& out, int lowest, int highest, Need need) {
    const auto node = find(key, need);
    if (!node) return false;
    const double value = node->isNumber() ? node->number().value_or(std::nan("")) : std::nan("");
    if (!(value >= lowest && value <= highest) || value != std::floor(value)) {
        problems_->add(
            place_,
            MOMENTREE_TEXT("whole-number-expected", "'%1' must be a whole number from %2 to %3")(
                key, lowest, highest),
            node->line());
        return false;
    }
    out = static_cast<int>(value);
    return true;
}

bool ObjectReader::boolean(std::string_view key, bool& out) {
    const auto node = find(key);
    if (!node) return false;
    if (!node->isBool())
        return wrongType(*node, key, MOMENTREE_TEXT("json-boolean", "true or false"));
    out = node->boolean();
    return true;
}

bool ObjectReader::scalar(std::string_view key, Scalar& out, Need need) {
    const auto node = find(key, need);
    return node && readScalar(*node, place_, quoted(key), *problems_, out);
}

bool ObjectReader::scalar(std::string_view key, std::optional<Scalar>& out, Need need) {
    Scalar value;
    if (!scalar(key, value, need)) return false;
    out = value;
    return true;
}

bool ObjectReader::scalars(const JsonNode& node, std::string_view key, Scalar* out,
                           std::size_t count) {
    if (!node.isArray() || node.size() != count) {
        problems_->add(place_,
                       MOMENTREE_TEXT("list-expected", "'%1' must be a list of %2 numbers, not %3")(
                           key, count,
                           node.isArray() ? MOMENTREE_TEXT("json-list-of", "of %1")(node.size())
                                          : node.kind()),
                       node.line());
        return false;
    }
    bool good = true;
    for (const JsonNode& item : node.items())
        good = readScalar(item, place_,
                          MOMENTREE_TEXT("each-number", "each number of %1")(quoted(key)),
                          *problems_, *out++) &&
               good;
    return good;
}

bool ObjectReader::numbers(std::string_view key, double* out, std::size_t count, Need need) {
    const auto node = find(key, need);
    if (!node) return false;
    std::vector<Scalar> values(count);
    if (!scalars(*node, key, values.data(), count)) return false;
    for (const Scalar& value : values) {
        if (!value.text.empty())
            return wrongType(*node, key,
                             MOMENTREE_TEXT("json-plain-numbers", "a list of plain numbers"));
        *out++ = value.value;
    }
    return true;
}

bool ObjectReader::list(std::string_view key, std::vector<Scalar>& out, std::size_t most,
                        Need need) {
    if (need == required && !node_.has(std::string(key))) return find(key, need).has_value();
    std::vector<Scalar> values;
    bool good = true;
    for (const JsonNode& item : items(key, most)) {
        if (problems_->full()) return false;
        good = readScalar(item, place_,
                          MOMENTREE_TEXT("each-number", "each number of %1")(quoted(key)),
                          *problems_, values.emplace_back()) &&
               good;
    }
    out = std::move(values);
    return good;
}

bool ObjectReader::reference(std::string_view key, MarkerReference& out, Need need) {
    const auto node = find(key, need);
    return node && readReference(*node, place_, quoted(key), *problems_, out);
}

bool ObjectReader::reference(std::string_view key, std::optional<MarkerReference>& out) {
    MarkerReference value;
    if (!reference(key, value, optional)) return false;
    out = value;
    return true;
}

bool ObjectReader::choice(std::string_view key, std::string& out,
                          const std::vector<std::string_view>& choices, Need need) {
    const auto node = find(key, need);
    if (!node) return false;
    if (!node->isString()) return wrongType(*node, key, MOMENTREE_TEXT("json-text", "a text"));
    out = node->string();
    if (std::ranges::find(choices, out) != choices.end()) return true;
    std::string known;
    for (const std::string_view choice : choices)
        known += (known.empty() ? "" : ", ") + std::string(choice);
    problems_->add(place_,
                   MOMENTREE_TEXT("unknown-choice", "unknown %1 '%2'%3; known are %4")(
                       key, out.substr(0, longestName), didYouMean(out, choices), known),
                   node->line());
    return false;
}

std::vector<JsonNode> ObjectReader::items(std::string_view key, std::size_t most) {
    const auto node = find(key);
    if (!node) return {};
    if (!node->isArray()) {
        wrongType(*node, key, MOMENTREE_TEXT("json-brackets", "a list [...]"));
        return {};
    }
    if (node->size() <= most) return node->items();
    problems_->add(place_,
                   MOMENTREE_TEXT("too-many-entries", "'%1' has %2 entries; the limit is %3")(
                       key, node->size(), most),
                   node->line());
    return {};
}

std::vector<std::pair<std::string, JsonNode>> ObjectReader::members(std::string_view key,
                                                                    std::size_t most) {
    const auto node = find(key);
    if (!node) return {};
    if (!node->isObject()) {
        wrongType(*node, key, MOMENTREE_TEXT("json-braces", "an object {...}"));
        return {};
    }
    if (node->size() <= most) return node->members();
    problems_->add(place_,
                   MOMENTREE_TEXT("too-many-entries", "'%1' has %2 entries; the limit is %3")(
                       key, node->size(), most),
                   node->line());
    return {};
}

void ObjectReader::finish() {
    for (std::size_t k = 0; k < members_.size(); ++k) {
        if (read_[k]) continue;
        const auto& [key, value] = members_[k];
        problems_->add(place_,
                       MOMENTREE_TEXT("unknown-key", "unknown key '%1'%2")(
                           key.substr(0, longestName), didYouMean(key, known_)),
                       value.line());
    }
}

}  // namespace momentree
