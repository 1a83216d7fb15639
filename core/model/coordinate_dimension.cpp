// SPDX-License-Identifier: Apache-2.0
#include "core/model/coordinate_dimension.hpp"

namespace momentree {

std::optional<Dimension> coordinateOf(std::string_view type, int k) {
    if (type == "revolute" || type == "universal") return dimensions::angle;
    if (type == "prismatic") return dimensions::length;
    if (type == "cylindrical" || type == "screw")
        return k == 0 ? dimensions::angle : dimensions::length;
    if (type == "planar") return k < 2 ? dimensions::length : dimensions::angle;
    if (type == "spherical" || type == "constant-velocity") return dimensions::number;
    if (type == "free") return k < 3 ? dimensions::length : dimensions::number;
    return std::nullopt;
}

std::optional<Dimension> speedOf(std::string_view type, int k) {
    if (type == "spherical" || type == "constant-velocity") return dimensions::rate;
    if (type == "free") return k < 3 ? dimensions::velocity : dimensions::rate;
    const auto coordinate = coordinateOf(type, k);
    if (!coordinate) return std::nullopt;
    return *coordinate / dimensions::time;
}

}  // namespace momentree
