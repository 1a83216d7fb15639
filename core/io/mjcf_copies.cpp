// SPDX-License-Identifier: Apache-2.0
// <replicate> in MJCF: copies of what is in it, and of the equalities and tendons that refer to it.
#include <algorithm>
#include <cmath>

#include "core/io/mjcf_reading.hpp"

namespace momentree {
namespace {

constexpr double mostOfOne = 10'000;              ///< copies of one <replicate>
constexpr std::size_t mostCombinations = 20'000;  ///< copies of one equality or tendon

/// The number with as many digits as the count has.
std::string digitsOf(int number, int count) {
    std::string text = std::to_string(number);
    return std::string(std::to_string(count).size() - text.size(), '0') + text;
}

}  // namespace

/// The k-th copy is turned by k times the angles; each is moved from the one before by the offset,
/// in the axes of that one.
void MjcfReading::readReplicate(const MjcfElement& replicate, int link, const Frame& offset,
                                const std::string& childClass, std::vector<MassProperties>* geoms) {
    const auto given = replicate.numbers("count", 1, 1);
    if (given.empty() || !(given[0] >= 1.0 && given[0] <= mostOfOne) ||
        given[0] != std::floor(given[0]))
        return problems.add(
            replicate.element,
            MOMENTREE_TEXT("mjcf-replicate-count", "'count' must be a whole number from 1 to %1")(
                static_cast<int>(mostOfOne)));
    const int count = static_cast<int>(given[0]);
    const Vector3d step = replicate.vector("offset", Vector3d::Zero());
    const Vector3d angles = compiler.angle * replicate.vector("euler", Vector3d::Zero());
    const std::string outer = suffix;
    Frame at;
    copy.emplace_back(&replicate.element, 0);
    for (int k = 0; k < count && problems.empty(); ++k) {
        at.R = eulerRotation(k * angles, compiler.eulerSequence);
        copy.back().second = k;
        suffix = replicate.word("sep", "") + digitsOf(k, count) + outer;
        readContents(replicate.element, link, offset * at, replicate.word("childclass", childClass),
                     geoms);
        at.r += at.R * step;
    }
    copy.pop_back();
    suffix = outer;
}

/// The name of an element that is being read, which is another one in each copy.
std::string MjcfReading::named(char kind, const std::string& name) {
    if (copy.empty() || name.empty()) return name;
    copies[{kind, name}].emplace_back(copy, name + suffix);
    return name + suffix;
}

/// The element that a name stands for in the chosen copies.
std::string MjcfReading::meant(char kind, const std::string& name) const {
    const auto found = copies.find({kind, name});
    if (found == copies.end()) return name;
    for (const auto& [path, copied] : found->second)
        if (std::ranges::all_of(path, [&](const auto& step) {
                const auto one = chosen.find(step.first);
                return one != chosen.end() && one->second == step.second;
            }))
            return copied;
    return name;
}

/// Reads an element that refers to `names` once for each copy of the replicates around them.
void MjcfReading::eachCopy(const std::vector<std::pair<char, std::string>>& names,
                           const std::function<void()>& read) {
    std::map<const XmlElement*, int> counts;
    for (const auto& name : names)
        if (const auto found = copies.find(name); found != copies.end())
            for (const auto& [path, copied] : found->second)
                for (const auto& [replicate, number] : path)
                    counts[replicate] = std::max(counts[replicate], number + 1);
    std::size_t combinations = 1;
    for (const auto& [replicate, count] : counts) {
        combinations *= static_cast<std::size_t>(count);
        if (combinations > mostCombinations)
            return problems.add(
                *replicate,
                MOMENTREE_TEXT("mjcf-combinations",
                               "an equality or tendon has more than %1 copies")(mostCombinations));
    }
    for (std::size_t k = 0; k < combinations; ++k) {
        std::size_t rest = k;
        for (const auto& [replicate, count] : counts) {
            chosen[replicate] = static_cast<int>(rest % static_cast<std::size_t>(count));
            rest /= static_cast<std::size_t>(count);
        }
        chosenSuffix.clear();
        for (const auto& [kind, name] : names)
            if (const std::string suffixed = meant(kind, name).substr(name.size());
                suffixed.size() > chosenSuffix.size())
                chosenSuffix = suffixed;
        read();
    }
    chosen.clear();
    chosenSuffix.clear();
}

}  // namespace momentree
