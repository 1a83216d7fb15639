// SPDX-License-Identifier: Apache-2.0
#include "core/model/coordinate_dimension.hpp"

#include "core/joints/joint_type.hpp"

namespace momentree {

std::optional<Dimension> coordinateOf(std::string_view type, int k) {
    const char letter = jointType(type).coordinate(k);
    if (isAngle(letter)) return dimensions::angle;
    if (isDisplacement(letter)) return dimensions::length;
    if (letter == 'e') return dimensions::number;
    return std::nullopt;
}

std::optional<Dimension> speedOf(std::string_view type, int k) {
    const char letter = jointType(type).speed(k);
    if (isAngle(letter)) return dimensions::rate;
    if (isDisplacement(letter)) return dimensions::velocity;
    return std::nullopt;
}

}  // namespace momentree
