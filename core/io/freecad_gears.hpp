// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/model/description.hpp"

namespace momentree {

/// A joint of the model with its parts and the frames of both sides in the saved pose.
struct FreecadHinge {
    std::string name, type;
    std::array<int, 2> parts{-1, -1};  ///< of sides a and b; -1: ground
    std::array<Frame, 2> at;           ///< in the world
};

/// A pair of gears, a belt or a screw between two parts.
struct FreecadGear {
    enum class Kind { Gears, Belt, Screw } kind = Kind::Gears;
    std::string name;
    std::array<int, 2> parts{-1, -1};         ///< -1: ground
    Vector3d axis = Vector3d::UnitZ();        ///< of the first side in the world
    std::array<double, 2> lengths{0.0, 0.0};  ///< radii, or the pitch of a screw [m]
};

/// The coupling of the joints that hold the parts, which keeps the saved pose. Gears and belts need
/// each part on a revolute or cylindrical joint along their axis, both on the same third part; a
/// screw a cylindrical joint between its parts. Nothing if there are none.
std::optional<CouplingDescription> couplingOf(const FreecadGear& gear,
                                              const std::vector<FreecadHinge>& hinges);

}  // namespace momentree
