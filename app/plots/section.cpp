// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/section.hpp"

namespace momentree::app {

std::vector<RowPlace> crossings(const MinMaxPyramid& values, double level, Crossing direction) {
    std::vector<RowPlace> places;
    // The last row not on the level: rows on it are crossed together.
    std::size_t before = 0;
    bool known = false;
    for (std::size_t row = 0; row < values.size(); ++row) {
        const double height = values[row] - level;
        if (height == 0.0) continue;
        const double from = known ? values[before] - level : height;
        const bool rises = from < 0.0 && height > 0.0, falls = from > 0.0 && height < 0.0;
        if ((rises && direction != Crossing::Falling) || (falls && direction != Crossing::Rising)) {
            const std::size_t touched = before + 1;
            if (touched < row)
                places.push_back({touched, 0.0});
            else
                places.push_back({before, from / (from - height)});
        }
        // A gap interrupts the line.
        known = height == height;
        before = row;
    }
    return places;
}

}  // namespace momentree::app
