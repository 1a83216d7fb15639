// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/number_columns.hpp"

#include <charconv>
#include <cmath>

namespace momentree::app {

Result<std::vector<std::vector<double>>> numberColumns(const std::string& text, int columns) {
    constexpr std::string_view separators = ",; \t\r\"";
    std::vector<std::vector<double>> rows;
    int line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view all = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++line;
        std::vector<double> row;
        bool numbers = true, empty = true;
        for (std::size_t at = all.find_first_not_of(separators);
             at != std::string_view::npos && static_cast<int>(row.size()) < columns && numbers;) {
            const std::size_t after = std::min(all.find_first_of(separators, at), all.size());
            std::string_view word = all.substr(at, after - at);
            empty = false;
            if (word.starts_with('+')) word.remove_prefix(1);
            double value = 0.0;
            const auto [stop, problem] =
                std::from_chars(word.data(), word.data() + word.size(), value);
            numbers =
                problem == std::errc() && stop == word.data() + word.size() && std::isfinite(value);
            row.push_back(value);
            at = all.find_first_not_of(separators, after);
        }
        if (empty || all.starts_with('#') || (!numbers && rows.empty())) continue;
        if (!numbers || static_cast<int>(row.size()) < columns) {
            Diagnostic problem = error(
                Place{},
                MOMENTREE_TEXT("columns-not-numbers", "this line has no %1 numbers")(columns));
            problem.line = line;
            return fail(problem);
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        return fail(
            error(Place{}, MOMENTREE_TEXT("columns-empty", "has no line of %1 numbers")(columns)));
    return rows;
}

}  // namespace momentree::app
