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
    Unit{"m"}, Unit{"km", 1e3}, Unit{"dm", 1, 10}, Unit{"cm", 1, 1e2}, Unit{"mm", 1, 1e3},
    Unit{"um", 1, 1e6}, Unit{"in", 254, 1e4}, Unit{"ft", 3048, 1e4},
    // Angle [rad]
    Unit{"rad"}, Unit{"mrad", 1, 1e3}, Unit{"deg", pi, 180}, Unit{"rev", 2 * pi},
    // Mass [kg]
    Unit{"kg"}, Unit{"g", 1, 1e3}, Unit{"mg", 1, 1e6}, Unit{"t", 1e3}, Unit{"lb", 45359237, 1e8},
    // Time [s]
    Unit{"s"}, Unit{"ms", 1, 1e3}, Unit{"us", 1, 1e6}, Unit{"min", 60}, Unit{"h", 3600},
    // Rate [rad/s]
    Unit{"Hz", 2 * pi}, Unit{"rpm", pi, 30},
    // Force [N], torque [N m]
    Unit{"N"}, Unit{"mN", 1, 1e3}, Unit{"kN", 1e3}, Unit{"MN", 1e6},
    Unit{"lbf", 44482216152605.0, 1e13}, Unit{"Nm"},
    // Energy [J], power [W]
    Unit{"J"}, Unit{"mJ", 1, 1e3}, Unit{"kJ", 1e3}, Unit{"W"}, Unit{"kW", 1e3}};

}  // namespace

const Unit* findUnit(std::string_view name) {
    const auto found = std::ranges::find(units, name, &Unit::name);
    return found == units.end() ? nullptr : &*found;
}

}  // namespace momentree
