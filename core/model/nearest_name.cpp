// SPDX-License-Identifier: Apache-2.0
#include "core/model/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace momentree {
namespace {

/// Longer names are not compared; a message with them would be unreadable.
constexpr std::size_t longestName = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Levenshtein distance, ignoring case.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t change = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

template <typename Text>
Argument suggest(std::string_view name, std::span<const Text> known) {
    if (name.empty() || name.size() > longestName) return "";
    std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
    std::string_view nearest;
    for (const Text& candidate : known) {
        if (candidate.size() > longestName) continue;
        const std::size_t distance = edits(name, candidate);
        if (distance < best && distance < std::max(name.size(), candidate.size())) {
            best = distance;
            nearest = candidate;
        }
    }
    if (nearest.empty()) return "";
    return MOMENTREE_TEXT("did-you-mean", " (did you mean '%1'?)")(nearest);
}

}  // namespace

Argument didYouMean(std::string_view name, std::span<const std::string_view> known) {
    return suggest(name, known);
}
Argument didYouMean(std::string_view name, std::span<const std::string> known) {
    return suggest(name, known);
}

}  // namespace momentree
