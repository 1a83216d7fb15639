// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/text_table.hpp"

#include <algorithm>

namespace momentree::app {
namespace {

/// Characters of UTF-8 text.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

void printTable(const TextTable& table, std::ostream& out) {
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table)
        for (std::size_t k = 0; k < row.size(); ++k)
            widths[k] = std::max(widths[k], widthOf(row[k]));
    for (const auto& row : table) {
        std::string text;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::string room(widths[k] - widthOf(row[k]), ' ');
            const bool words = k == 0 || k + 1 == row.size();
            text += words ? row[k] + room : room + row[k];
            text += k + 1 < row.size() ? "  " : "";
        }
        out << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
    }
}

}  // namespace momentree::app
