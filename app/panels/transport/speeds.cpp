// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transport/speeds.hpp"

#include <algorithm>

namespace momentree::app {

double neighbourSpeed(double factor, int direction) {
    const auto here = std::find(speeds.begin(), speeds.end(), factor);
    const auto index = here == speeds.end() ? 6 : here - speeds.begin();
    const auto last = static_cast<std::ptrdiff_t>(speeds.size()) - 1;
    return speeds[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index + direction, 0, last))];
}

}  // namespace momentree::app
