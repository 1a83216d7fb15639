// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace momentree::app {

/// Available speeds in simulated seconds per second, slowest first; 0: as fast as possible.
inline constexpr std::array<double, 11> speeds{0.01, 0.02, 0.05, 0.1,  0.2, 0.5,
                                               1.0,  2.0,  5.0,  10.0, 0.0};

/// The next available speed above (+1) or below (-1); unchanged at the ends.
double neighbourSpeed(double factor, int direction);

}  // namespace momentree::app
