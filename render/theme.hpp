// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "render/scene.hpp"

namespace momentree::render {

/// sRGB, 8 bits a channel.
using Color = std::array<std::uint8_t, 3>;

/// Every colour of a picture but those of the links.
struct Palette {
    Color top, bottom;  ///< background gradient
    Color grid;
    double gridFaint, gridStrong;  ///< opacity of fine and of every tenth line
    Color axisX, axisY, axisZ;
    Color metal, metalDark;  ///< pins and balls; their rims
    Color ground, groundDark;
    Color markLight, markDark;  ///< quarters of the centre-of-mass mark
    Color spring, damper, load, motion, gravity, rod;
    Color selection;
    Color text, halo;
};

const Palette& paletteOf(Theme theme);

/// Colour of link `index` of `count`: the model's "#rrggbb" if it is one, else a series of its own;
/// long chains shade smoothly from end to end.
Color linkColor(const std::string& wanted, int index, int count, Theme theme);

/// Of thin letters that belong to something in `color`: read against the background all the same.
Color letterColor(const Color& color, const Palette& palette);

/// a + t (b - a).
Color mix(const Color& a, const Color& b, double t);

}  // namespace momentree::render
