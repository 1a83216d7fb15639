// SPDX-License-Identifier: Apache-2.0
#include "core/result.hpp"

#include <array>
#include <charconv>

namespace momentree {

std::string toString(const Diagnostic& diagnostic, const std::string& file) {
    std::string text;
    if (!file.empty()) text += file + ":";
    if (diagnostic.line > 0) text += std::to_string(diagnostic.line) + ":";
    if (!text.empty()) text += " ";
    if (!diagnostic.where.empty()) text += diagnostic.where + ": ";
    return text + diagnostic.text;
}

std::string shortNumber(double value) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4);
    return {text.data(), end.ptr};
}

}  // namespace momentree
