// SPDX-License-Identifier: Apache-2.0
// Reads JSON from untrusted sources: limits are checked before parsing, and every value knows its
// line.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/text_file.hpp"
#include "core/model/description.hpp"
#include "core/result.hpp"

namespace Json {
class Value;
}

namespace momentree {

class JsonDocument;

/// One value of a document, which must outlive it.
class JsonNode {
public:
    JsonNode(const JsonDocument& document, const Json::Value& value)
        : document_(&document), value_(&value) {}
    int line() const;
    bool isObject() const;
    bool isArray() const;
    bool isString() const;
    bool isNumber() const;
    bool isBool() const;
    /// "an object", "a number", ... for messages
    Message kind() const;
    std::size_t size() const;  ///< of an array or object, otherwise 0
    bool has(const std::string& key) const;
    std::vector<JsonNode> items() const;  ///< of an array
    /// Members of an object, in the order of the file.
    std::vector<std::pair<std::string, JsonNode>> members() const;
    std::string string() const;            ///< of a string
    bool boolean() const;                  ///< of a Boolean
    std::optional<double> number() const;  ///< of a number; empty if it overflows a double

private:
    const JsonDocument* document_;
    const Json::Value* value_;
};

/// A parsed document: strict JSON in UTF-8 with unique keys, at most 64 levels deep and with at
/// most three million values.
class JsonDocument {
public:
    static Result<JsonDocument> parse(std::string text);
    JsonNode root() const { return {*this, *root_}; }
    int lineAt(std::size_t offset) const;

private:
    friend class JsonNode;
    JsonDocument() = default;
    std::string text_;
    std::vector<std::size_t> lineStarts_;
    std::shared_ptr<const Json::Value> root_;
};

/// Collects up to 20 errors of a file.
class Problems {
public:
    void add(const Place& place, Message message, int line);
    bool full() const { return list_.size() >= most; }
    bool empty() const { return list_.empty(); }
    /// Returns the errors in the order of their lines.
    Diagnostics take();

private:
    static constexpr std::size_t most = 20;
    Diagnostics list_;
};

/// Whether a key may be missing.
enum class Need : bool { Optional, Required };
inline constexpr Need optional = Need::Optional, required = Need::Required;

/// Reads the keys of one object as typed values. Every requested key counts as known; `finish`
/// reports all others.
class ObjectReader {
public:
    /// @param place element named in messages
    ObjectReader(const JsonNode& node, Place place, Problems& problems);
    bool valid() const { return valid_; }  ///< whether the value is an object
    int line() const { return node_.line(); }
    const Place& place() const { return place_; }
    /// Sets the place of later messages about this object, once its name is known.
    void rename(Place place) { place_ = std::move(place); }
    void problem(Message message) const { problems_->add(place_, std::move(message), line()); }
    Problems& problems() const { return *problems_; }

    /// The value of `key`, which must be a literal; reports a missing key if it is required.
    std::optional<JsonNode> find(std::string_view key, Need need = optional);
    /// Accepts `key` with any value.
    void ignore(std::string_view key) { find(key); }

    bool string(std::string_view key, std::string& out, Need need = optional,
                std::size_t longest = 200);
    /// A name of a body, marker and so on, without dots and control characters.
    bool name(std::string_view key, std::string& out, Need need = required);
    bool number(std::string_view key, double& out, Need need = optional);
    bool integer(std::string_view key, int& out, int lowest, int highest, Need need = optional);
    bool boolean(std::string_view key, bool& out);
    bool scalar(std::string_view key, Scalar& out, Need need = optional);
    bool scalar(std::string_view key, std::optional<Scalar>& out, Need need = optional);
    template <std::size_t N>
    bool vector(std::string_view key, std::array<Scalar, N>& out, Need need = optional) {
        const auto node = find(key, need);
        return node && scalars(*node, key, out.data(), N);
    }
    template <std::size_t N>
    bool vector(std::string_view key, std::optional<std::array<Scalar, N>>& out) {
        std::array<Scalar, N> values;
        if (!vector(key, values)) return false;
        out = values;
        return true;
    }
    /// Plain numbers, no expressions.
    bool numbers(std::string_view key, double* out, std::size_t count, Need need = required);
    bool list(std::string_view key, std::vector<Scalar>& out, std::size_t most,
              Need need = optional);
    bool reference(std::string_view key, MarkerReference& out, Need need = required);
    bool reference(std::string_view key, std::optional<MarkerReference>& out);
    /// One of `choices`; anything else is reported together with the list.
    bool choice(std::string_view key, std::string& out,
                const std::vector<std::string_view>& choices, Need need = required);
    /// The items of an array; more than `most` are an error. Empty if the key is missing.
    std::vector<JsonNode> items(std::string_view key, std::size_t most);
    /// The same for the members of an object.
    std::vector<std::pair<std::string, JsonNode>> members(std::string_view key, std::size_t most);

    /// Reports every key that was not requested.
    void finish();

private:
    bool scalars(const JsonNode& node, std::string_view key, Scalar* out, std::size_t count);
    bool wrongType(const JsonNode& node, std::string_view key, Message expected);

    JsonNode node_;
    Place place_;
    Problems* problems_;
    bool valid_ = false;
    std::vector<std::pair<std::string, JsonNode>> members_;
    std::vector<bool> read_;
    std::vector<std::string_view> known_;  ///< requested keys, literals of the callers
};

/// Reads a number or a string with an expression; anything else is reported.
bool readScalar(const JsonNode& node, const Place& place, const Argument& what, Problems& problems,
                Scalar& out);
/// "body.marker", "ground.marker" or "body".
bool readReference(const JsonNode& node, const Place& place, const Argument& what,
                   Problems& problems, MarkerReference& out);
/// The error in a name of a body, marker and so on, if any.
std::optional<Message> nameProblem(std::string_view name);
/// "'mass'"
std::string quoted(std::string_view text);

}  // namespace momentree
