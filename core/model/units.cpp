// SPDX-License-Identifier: Apache-2.0
#include "core/model/units.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace momentree {
namespace {

using std::numbers::pi;

constexpr std::array units{
    // Length [m]
    Unit{"m", "m"}, Unit{"km", "m", 1e3}, Unit{"dm", "m", 1, 10}, Unit{"cm", "m", 1, 1e2},
    Unit{"mm", "m", 1, 1e3}, Unit{"um", "m", 1, 1e6}, Unit{"in", "m", 254, 1e4},
    Unit{"ft", "m", 3048, 1e4},
    // Angle [rad]
    Unit{"rad", "rad"}, Unit{"mrad", "rad", 1, 1e3}, Unit{"deg", "rad", pi, 180},
    Unit{"rev", "rad", 2 * pi},
    // Mass [kg]
    Unit{"kg", "kg"}, Unit{"g", "kg", 1, 1e3}, Unit{"mg", "kg", 1, 1e6}, Unit{"t", "kg", 1e3},
    Unit{"lb", "kg", 45359237, 1e8},
    // Time [s]
    Unit{"s", "s"}, Unit{"ms", "s", 1, 1e3}, Unit{"us", "s", 1, 1e6}, Unit{"min", "s", 60},
    Unit{"h", "s", 3600},
    // Rate [rad/s]
    Unit{"Hz", "rad/s", 2 * pi}, Unit{"rpm", "rad/s", pi, 30},
    // Force [N], torque [N m]
    Unit{"N", "N"}, Unit{"mN", "N", 1, 1e3}, Unit{"kN", "N", 1e3}, Unit{"MN", "N", 1e6},
    Unit{"lbf", "N", 44482216152605.0, 1e13}, Unit{"Nm", "N m"},
    // Energy [J], power [W]
    Unit{"J", "J"}, Unit{"mJ", "J", 1, 1e3}, Unit{"kJ", "J", 1e3}, Unit{"W", "W"},
    Unit{"kW", "W", 1e3}};

}  // namespace

const Unit* findUnit(std::string_view name) {
    const auto found = std::ranges::find(units, name, &Unit::name);
    return found == units.end() ? nullptr : &*found;
}

}  // namespace momentree
