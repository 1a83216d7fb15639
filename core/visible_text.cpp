// SPDX-License-Identifier: Apache-2.0
#include "core/visible_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace momentree {
namespace {

struct Span {
    std::uint32_t first, last;
};

/// Controls (C0, DEL, C1), the soft hyphen, and what Unicode calls format characters and separators
/// of lines, without the joiners that some scripts need.
constexpr std::array<Span, 13> hidden{{{0x00, 0x1F},
                                       {0x7F, 0x9F},
                                       {0xAD, 0xAD},
                                       {0x600, 0x605},
                                       {0x61C, 0x61C},
                                       {0x180E, 0x180E},
                                       {0x200B, 0x200B},
                                       {0x200E, 0x200F},
                                       {0x2028, 0x202E},
                                       {0x2060, 0x206F},
                                       {0xFEFF, 0xFEFF},
                                       {0xFFF9, 0xFFFB},
                                       {0xE0000, 0xE00FF}}};

bool isHidden(std::uint32_t code) {
    return std::ranges::any_of(
        hidden, [code](const Span& span) { return code >= span.first && code <= span.last; });
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Length of the character at the beginning of `text`; bytes that are not UTF-8 count as one.
std::size_t lengthOf(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (length > text.size()) return 1;
    return std::ranges::all_of(text.substr(1, length - 1), continues) ? length : 1;
}

std::uint32_t codeOf(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return first;
    std::uint32_t code = first & (0x7FU >> character.size());
    for (const char c : character.substr(1))
        code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

}  // namespace

std::string visibleText(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::string_view character = text.substr(0, lengthOf(text));
        const std::uint32_t code = codeOf(character);
        // A byte that is not UTF-8 stays as it is.
        const bool stray = character.size() == 1 && code >= 0x80;
        if (!stray && isHidden(code)) {
            std::array<char, 8> digits{};
            const auto end = std::to_chars(digits.begin(), digits.end(), code, 16).ptr;
            shown += "\\u{" + std::string(digits.begin(), end) + "}";
        } else {
            shown += character;
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

std::string shortText(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return std::string(text);
    std::size_t end = longest;
    while (end > 0 && continues(text[end])) --end;
    return std::string(text.substr(0, end)) + "...";
}

}  // namespace momentree
