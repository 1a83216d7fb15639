// SPDX-License-Identifier: Apache-2.0
// Messages for people as values: an id, a plain English text and its arguments.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace momentree {

struct Message;
template <std::size_t Count>
struct MessageText;

/// Replaces a placeholder: a literal text (a name, a number) or another message.
struct Argument {
    Argument(std::string value);
    Argument(std::string_view value);
    Argument(const char* value);
    Argument(std::integral auto value) : Argument(std::to_string(value)) {}
    Argument(Message value);
    Argument(const MessageText<0>& value);
    // Not inline: every message would instantiate them.
    Argument(const Argument& other);
    Argument(Argument&& other) noexcept;
    Argument& operator=(const Argument& other);
    Argument& operator=(Argument&& other) noexcept;
    ~Argument();
    std::string str() const;

    std::string text;
    std::vector<Message> message;  ///< at most one; if present, `text` is empty
};

/// A text with its arguments. Code compares `id`, never `text`.
struct Message {
    std::string_view id;    ///< "joint-unknown-type"; static, the same in every version
    std::string_view text;  ///< plain English with %1, %2 ...; static and null-terminated
    std::vector<Argument> arguments;
    /// The English text with its arguments filled in.
    std::string str() const;
};

/// Replaces the placeholders of `text` by `values` in one pass.
std::string filled(std::string_view text, const std::vector<std::string>& values);

/// Number of placeholders in a text: %1 to %9, each at least once. Compile-time only.
consteval std::size_t placeholderCount(std::string_view text) {
    std::size_t most = 0;
    unsigned seen = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
        if (text[k] != '%' || text[k + 1] < '1' || text[k + 1] > '9') continue;
        const auto number = static_cast<std::size_t>(text[k + 1] - '0');
        most = number > most ? number : most;
        seen |= 1U << number;
    }
    if (seen != (1U << (most + 1)) - 2) throw "a placeholder is left out";
    return most;
}

/// The text of a message; called with one argument per placeholder, it creates the message.
template <std::size_t Count>
struct MessageText {
    const char* id;
    const char* text;

    template <typename... Arguments>
    requires(sizeof...(Arguments) == Count) Message operator()(Arguments&&... arguments) const {
        return {id, text, {Argument(std::forward<Arguments>(arguments))...}};
    }
    operator Message() const requires(Count == 0) { return {id, text, {}}; }
};

inline Argument::Argument(const MessageText<0>& value) : Argument(Message(value)) {}

/// Declares a message: a unique id and its text. Qt's lupdate reads it as
/// QT_TRANSLATE_NOOP(context, text) (-tr-function-alias) with the id as context.
#define MOMENTREE_TEXT(id, text) \
    (momentree::MessageText<momentree::placeholderCount(text)>{id, text})

}  // namespace momentree
