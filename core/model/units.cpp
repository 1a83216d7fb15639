// SPDX-License-Identifier: Apache-2.0
#include "core/model/units.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace momentree {
namespace {

using std::numbers::pi;
namespace dims = dimensions;

constexpr std::array units{
    // Length [m]
    Unit{"m", "m", dims::length}, Unit{"km", "m", dims::length, 1e3},
    Unit{"dm", "m", dims::length, 1, 10}, Unit{"cm", "m", dims::length, 1, 1e2},
    Unit{"mm", "m", dims::length, 1, 1e3}, Unit{"um", "m", dims::length, 1, 1e6},
    Unit{"in", "m", dims::length, 254, 1e4}, Unit{"ft", "m", dims::length, 3048, 1e4},
    // Angle [rad]
    Unit{"rad", "rad", dims::angle}, Unit{"mrad", "rad", dims::angle, 1, 1e3},
    Unit{"deg", "rad", dims::angle, pi, 180}, Unit{"rev", "rad", dims::angle, 2 * pi},
    // Mass [kg]
    Unit{"kg", "kg", dims::mass}, Unit{"g", "kg", dims::mass, 1, 1e3},
    Unit{"mg", "kg", dims::mass, 1, 1e6}, Unit{"t", "kg", dims::mass, 1e3},
    Unit{"lb", "kg", dims::mass, 45359237, 1e8},
    // Time [s]
    Unit{"s", "s", dims::time}, Unit{"ms", "s", dims::time, 1, 1e3},
    Unit{"us", "s", dims::time, 1, 1e6}, Unit{"min", "s", dims::time, 60},
    Unit{"h", "s", dims::time, 3600},
    // Rate [rad/s]
    Unit{"Hz", "rad/s", dims::rate, 2 * pi}, Unit{"rpm", "rad/s", dims::rate, pi, 30},
    // Force [N], torque [N m]
    Unit{"N", "N", dims::force}, Unit{"mN", "N", dims::force, 1, 1e3},
    Unit{"kN", "N", dims::force, 1e3}, Unit{"MN", "N", dims::force, 1e6},
    Unit{"lbf", "N", dims::force, 44482216152605.0, 1e13}, Unit{"Nm", "N m", dims::torque},
    // Energy [J], power [W]
    Unit{"J", "J", dims::torque}, Unit{"mJ", "J", dims::torque, 1, 1e3},
    Unit{"kJ", "J", dims::torque, 1e3}, Unit{"W", "W", dims::power},
    Unit{"kW", "W", dims::power, 1e3}};

}  // namespace

const Unit* findUnit(std::string_view name) {
    const auto found = std::ranges::find(units, name, &Unit::name);
    return found == units.end() ? nullptr : &*found;
}

}  // namespace momentree
