// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "render/scene.hpp"

namespace momentree::render {

/// sRGB, 8 bits per channel.
using Color = std::array<std::uint8_t, 3>;

/// All colours of a picture except those of the links.
struct Palette {
    Color top, bottom;    ///< background gradient
    Color dot, cross;     ///< of the grid, and every tenth
    Color cast;           ///< shadows on the drawing plane
    double castStrength;  ///< opacity of shadows
    Color axisX, axisY, axisZ;
    Color metal, metalDark;  ///< pins and balls; their rims
    Color ground, groundDark;
    Color markLight, markDark;  ///< quarters of the centre-of-mass mark
    Color spring, damper, load, motion, gravity, rod;
    Color selection;
    Color text, halo;
};

const Palette& paletteOf(Theme theme);

/// Colour of link `index` of `count`: the model's "#rrggbb" if valid, otherwise one of the series;
/// long chains have a gradient from end to end.
Color linkColor(const std::string& wanted, int index, int count, Theme theme);

/// The outline of a part in this colour, and its ends of light and dark for round parts.
Color outlineOf(const Color& color);
Color litOf(const Color& color);
Color shadedOf(const Color& color);

/// Colour of thin letters that belong to something in `color`, adjusted for contrast with the
/// background.
Color letterColor(const Color& color, const Palette& palette);

/// a + t (b - a).
Color mix(const Color& a, const Color& b, double t);

}  // namespace momentree::render
