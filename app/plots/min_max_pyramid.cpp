// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/min_max_pyramid.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::app {

void Extremes::add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    if (value > 0.0) lowPositive = std::min(lowPositive, value);
    zero = zero || value == 0.0;
}

void Extremes::add(const Extremes& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    lowPositive = std::min(lowPositive, other.lowPositive);
    zero = zero || other.zero;
}

Extremes Extremes::flushed(double floor) const {
    Extremes out = *this;
    if (std::abs(low) < floor) out.low = 0.0;
    if (std::abs(high) < floor) out.high = 0.0;
    if (lowPositive < floor) {
        out.zero = true;
        out.lowPositive = high < floor ? std::numeric_limits<double>::infinity() : floor;
    }
    return out;
}

void MinMaxPyramid::append(double value) {
    values_.push_back(value);
    std::size_t count = values_.size();
    for (std::size_t level = 1; count % fan == 0; ++level, count /= fan) {
        if (levels_.size() < level) levels_.emplace_back();
        Extremes all;
        for (std::size_t i = count - fan; i < count; ++i)
            level == 1 ? all.add(values_[i]) : all.add(block(level - 1, i));
        levels_[level - 1].push_back(all);
    }
}

void MinMaxPyramid::clear() {
    values_.clear();
    levels_.clear();
}

Extremes MinMaxPyramid::extremes(std::size_t first, std::size_t last) const {
    Extremes all;
    last = std::min(last, values_.size());
    // Ascends while whole blocks of the next level fit; the values at both ends are taken one by
    // one.
    for (std::size_t level = 0; first < last; ++level, first /= fan, last /= fan) {
        const auto take = [&](std::size_t i) {
            level == 0 ? all.add(values_[i]) : all.add(block(level, i));
        };
        while (first < last && first % fan != 0) take(first++);
        while (first < last && last % fan != 0) take(--last);
    }
    return all;
}

}  // namespace momentree::app
