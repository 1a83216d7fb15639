// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

namespace momentree {

/// `angle` with the whole turns that bring it nearest to `near` [rad].
template <typename S>
S withTurns(S angle, double near) {
    constexpr double turn = 2.0 * std::numbers::pi;
    return angle + static_cast<S>(turn * std::round((near - static_cast<double>(angle)) / turn));
}

}  // namespace momentree
