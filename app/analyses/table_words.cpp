// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/table_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace momentree::app {

std::vector<std::string> wordsOf(std::string_view line) {
    // A tab or a comma separates also where nothing stands between; spaces only if there is
    // neither.
    const char mark = line.find('\t') != std::string_view::npos  ? '\t'
                      : line.find(';') != std::string_view::npos ? ';'
                      : line.find(',') != std::string_view::npos ? ','
                                                                 : ' ';
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(mark, begin), line.size());
        std::string word(line.substr(begin, end - begin));
        std::erase_if(word, [](char c) { return c == '"' || c == '\r'; });
        const std::size_t first = word.find_first_not_of(' '), last = word.find_last_not_of(' ');
        word = first == std::string::npos ? "" : word.substr(first, last - first + 1);
        if (mark != ' ' || !word.empty()) words.push_back(std::move(word));
        begin = end + 1;
    }
    return words;
}

std::optional<double> numberIn(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    std::string text(word);
    // Where commas separate words, none is left in them.
    if (std::ranges::count(text, ',') == 1 && text.find('.') == std::string::npos)
        text[text.find(',')] = '.';
    double value = 0.0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
        return {};
    return value;
}

}  // namespace momentree::app
