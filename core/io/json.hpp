// SPDX-License-Identifier: Apache-2.0
// Reading JSON from outside: bounded before anything is built, every value knows its line.
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
    /// Of an object, in the order of the file.
    std::vector<std::pair<std::string, JsonNode>> members() const;
    std::string string() const;            ///< of a string
    bool boolean() const;                  ///< of a Boolean
    std::optional<double> number() const;  ///< of a number; nothing if it overflows a double

private:
    const JsonDocument* document_;
    const Json::Value* value_;
};

/// A parsed text. Strict JSON, at most 64 levels deep and three million values; keys are unique,
/// text is UTF-8.
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

/// Collects what is wrong with a file, at most 20 problems.
class Problems {
public:
    void add(const Place& place, Message message, int line);
    bool full() const { return list_.size() >= most; }
    bool empty() const { return list_.empty(); }
    /// In the order of the lines.
    Diagnostics take();

private:
    static constexpr std::size_t most = 20;
    Diagnostics list_;
};

/// Whether an object may do without a key.
enum class Need : bool { Optional, Required };
inline constexpr Need optional = Need::Optional, required = Need::Required;

/// Reads the keys of one object into typed values. Every key asked for counts as known; `finish`
/// refuses the others by name.
class ObjectReader {
public:
    /// @param place the element that messages speak of
    ObjectReader(const JsonNode& node, Place place, Problems& problems);
    bool valid() const { return valid_; }  ///< whether it is an object at all
    int line() const { return node_.line(); }
    const Place& place() const { return place_; }
    /// Where messages about this object belong from now on (once its name is known).
    void rename(Place place) { place_ = std::move(place); }
    void problem(Message message) const { problems_->add(place_, std::move(message), line()); }
    Problems& problems() const { return *problems_; }

    /// The value of `key`, a literal, if it is there; reports a missing one if it is required.
    std::optional<JsonNode> find(std::string_view key, Need need = optional);
    /// Accepts `key` whatever it holds.
    void ignore(std::string_view key) { find(key); }

    bool string(std::string_view key, std::string& out, Need need = optional,
                std::size_t longest = 200);
    /// A name of a body, marker, ...: no dots, no control characters.
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
    /// Plain numbers only, no expressions.
    bool numbers(std::string_view key, double* out, std::size_t count, Need need = required);
    bool list(std::string_view key, std::vector<Scalar>& out, std::size_t most,
              Need need = optional);
    bool reference(std::string_view key, MarkerReference& out, Need need = required);
    bool reference(std::string_view key, std::optional<MarkerReference>& out);
    /// One of `choices`, otherwise a problem that lists them.
    bool choice(std::string_view key, std::string& out,
                const std::vector<std::string_view>& choices, Need need = required);
    /// The items of an array, at most `most` (the message says so); empty if the key is missing.
    std::vector<JsonNode> items(std::string_view key, std::size_t most);
    /// The members of an object, likewise.
    std::vector<std::pair<std::string, JsonNode>> members(std::string_view key, std::size_t most);

    /// Refuses every key that nobody asked for.
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
    std::vector<std::string_view> known_;  ///< keys asked for, literals of the callers
};

/// A number or an expression in a string; what is expected is reported otherwise.
bool readScalar(const JsonNode& node, const Place& place, const Argument& what, Problems& problems,
                Scalar& out);
/// "body.marker", "ground.marker" or "body".
bool readReference(const JsonNode& node, const Place& place, const Argument& what,
                   Problems& problems, MarkerReference& out);
/// What is wrong with a name of a body, a marker and so on; nothing if it is good.
std::optional<Message> nameProblem(std::string_view name);
/// "'mass'"
std::string quoted(std::string_view text);

}  // namespace momentree
