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

/// A pair of gears, a belt, a screw, or a rack and its pinion between two parts.
struct FreecadGear {
    enum class Kind { Gears, Belt, Screw, Rack } kind = Kind::Gears;
    std::string name;
    std::array<int, 2> parts{-1, -1};                                    ///< -1: ground
    std::array<Vector3d, 2> axes{Vector3d::UnitZ(), Vector3d::UnitZ()};  ///< z of both sides, world
    /// Radii, the pitch of a screw or the radius of a pinion [m]; negative ones turn the other way.
    std::array<double, 2> lengths{0.0, 0.0};
};

/// The coupling of the joints that hold the parts, which keeps the saved pose. Gears and belts need
/// each part on a revolute or cylindrical joint along their axis, both on the same third part; a
/// screw and a rack one part on a prismatic joint and one on such a joint, and a screw may also
/// have a cylindrical joint between its parts. Nothing if there are none.
std::optional<CouplingDescription> couplingOf(const FreecadGear& gear,
                                              const std::vector<FreecadHinge>& hinges);

}  // namespace momentree
