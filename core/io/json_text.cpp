// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_text.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr std::size_t lineWidth = 100;
constexpr std::size_t indentation = 2;

}  // namespace

std::string jsonQuoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        constexpr std::string_view hex = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (code < 0x20) {
            out += "\\u00";
            out += hex[code >> 4];
            out += hex[code & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

JsonItem JsonItem::number(double value) {
    if (!std::isfinite(value)) return null();
    JsonItem item(0);
    item.text_ = numberText(value);
    return item;
}
JsonItem JsonItem::integer(long long value) {
    JsonItem item(0);
    item.text_ = std::to_string(value);
    return item;
}
JsonItem JsonItem::text(std::string_view value) {
    JsonItem item(0);
    item.text_ = jsonQuoted(value);
    return item;
}
JsonItem JsonItem::boolean(bool value) {
    JsonItem item(0);
    item.text_ = value ? "true" : "false";
    return item;
}
JsonItem JsonItem::null() {
    JsonItem item(0);
    item.text_ = "null";
    return item;
}

JsonItem& JsonItem::add(std::string_view key, JsonItem item) {
    children_.emplace_back(jsonQuoted(key), std::move(item));
    return *this;
}
JsonItem& JsonItem::add(JsonItem item) {
    children_.emplace_back(std::string(), std::move(item));
    return *this;
}

bool JsonItem::nested() const {
    return std::ranges::any_of(children_, [](const auto& c) { return c.second.bracket_ != 0; });
}

/// Width on one line, or anything above `limit` once it is exceeded.
std::size_t JsonItem::flatWidth(std::size_t limit) const {
    if (bracket_ == 0) return text_.size();
    std::size_t width = 2;
    for (const auto& [key, item] : children_) {
        if (width > limit) return width;
        width += (width > 2 ? 2 : 0) + (key.empty() ? 0 : key.size() + 2) + item.flatWidth(limit);
    }
    return width;
}

void JsonItem::printFlat(std::string& out) const {
    if (bracket_ == 0) {
        out += text_;
        return;
    }
    out += bracket_;
    bool first = true;
    for (const auto& [key, item] : children_) {
        if (!first) out += ", ";
        first = false;
        if (!key.empty()) out += key + ": ";
        item.printFlat(out);
    }
    out += bracket_ == '{' ? '}' : ']';
}

void JsonItem::print(std::string& out, std::size_t level, std::size_t column) const {
    const std::size_t room = lineWidth > column ? lineWidth - column : 0;
    const bool split = bracket_ != 0 && !children_.empty() && level < 2 && nested();
    if (bracket_ == 0 || (!split && flatWidth(room) <= room)) return printFlat(out);
    const std::string indent((level + 1) * indentation, ' ');
    out += bracket_;
    bool first = true;
    for (const auto& [key, item] : children_) {
        out += first ? "\n" : ",\n";
        first = false;
        out += indent;
        if (!key.empty()) out += key + ": ";
        // the comma takes one more column
        item.print(out, level + 1, indent.size() + (key.empty() ? 0 : key.size() + 2) + 1);
    }
    out += '\n' + std::string(level * indentation, ' ') + (bracket_ == '{' ? '}' : ']');
}

std::string JsonItem::print() const {
    std::string out;
    print(out, 0, 0);
    return out + '\n';
}

}  // namespace momentree
