// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace momentree::app {

/// Extremes of the finite values in a range.
struct Extremes {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double lowPositive = std::numeric_limits<double>::infinity();  ///< for log axes
    bool zero = false;                                             ///< includes an exact zero

    bool empty() const { return !(low <= high); }
    void add(double value);
    void add(const Extremes& other);
    /// With values smaller than `floor` replaced by zero.
    Extremes flushed(double floor) const;
};

/// A growing column of values with extremes of any range in O(log n): stores blocks of 16 values,
/// of 16 blocks, and so on.
class MinMaxPyramid {
public:
    void append(double value);
    void clear();
    std::size_t size() const { return values_.size(); }
    double operator[](std::size_t index) const { return values_[index]; }
    /// For the values first <= index < last.
    Extremes extremes(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t fan = 16;
    const Extremes& block(std::size_t level, std::size_t index) const {
        return levels_[level - 1][index];
    }
    std::vector<double> values_;
    std::vector<std::vector<Extremes>> levels_;  ///< complete blocks of 16^(level + 1) values
};

}  // namespace momentree::app
