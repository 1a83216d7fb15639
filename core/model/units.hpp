// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/model/dimension.hpp"

namespace momentree {

/// A unit as a fraction of SI units: 35 mm becomes 35 / 1000, the double nearest to 0.035.
struct Unit {
    std::string_view name;
    std::string_view si;  ///< SI unit of the same quantity: "m", "rad", "kg", "N m"
    Dimension dimension;
    double numerator = 1.0, denominator = 1.0;
};

/// The unit called `name` (case-sensitive), or nullptr. Hz means one turn per second, 2 pi rad/s,
/// and rpm one turn per minute.
const Unit* findUnit(std::string_view name);

}  // namespace momentree
