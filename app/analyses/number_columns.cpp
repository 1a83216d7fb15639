// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/number_columns.hpp"

#include <algorithm>

#include "app/analyses/table_words.hpp"

namespace momentree::app {

Result<std::vector<std::vector<double>>> numberColumns(const std::string& text, int columns) {
    std::vector<std::vector<double>> rows;
    int line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view all = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++line;
        std::vector<std::string> words = wordsOf(all);
        // Tabs also align columns.
        if (all.find('\t') != std::string_view::npos) std::erase(words, std::string());
        if (all.starts_with('#') ||
            std::ranges::all_of(words, [](const std::string& word) { return word.empty(); }))
            continue;
        std::vector<double> row;
        bool numbers = true;
        for (const std::string& word : words) {
            if (static_cast<int>(row.size()) == columns || !numbers) break;
            const auto value = numberIn(word);
            numbers = value.has_value();
            row.push_back(value.value_or(0.0));
        }
        if (!numbers && rows.empty()) continue;
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
