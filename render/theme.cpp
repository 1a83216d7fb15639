// SPDX-License-Identifier: Apache-2.0
#include "render/theme.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace momentree::render {
namespace {

constexpr Color rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xff),
            static_cast<std::uint8_t>(hex & 0xff)};
}

constexpr Palette light{.top = rgb(0xf3f5f8),
                        .bottom = rgb(0xe6eaf0),
                        .dot = rgb(0xc3cbd6),
                        .cross = rgb(0xaeb8c6),
                        .cast = rgb(0x141e2d),
                        .castStrength = 0.16,
                        .axisX = rgb(0xc8453b),
                        .axisY = rgb(0x3f9a4d),
                        .axisZ = rgb(0x3b6fc9),
                        .metal = rgb(0xffffff),
                        .metalDark = rgb(0x3a4552),
                        .ground = rgb(0xbcc4ce),
                        .groundDark = rgb(0x727d8c),
                        .markLight = rgb(0xffffff),
                        .markDark = rgb(0x23272d),
                        .spring = rgb(0x5c6775),
                        .damper = rgb(0x7c8694),
                        .load = rgb(0xb5326e),
                        .motion = rgb(0x0f8a8a),
                        .gravity = rgb(0x525d6c),
                        .rod = rgb(0x5c6775),
                        .selection = rgb(0x2457c5),
                        .text = rgb(0x18202b),
                        .halo = rgb(0xffffff)};

constexpr Palette dark{.top = rgb(0x252a31),
                       .bottom = rgb(0x191c21),
                       .dot = rgb(0x3a424c),
                       .cross = rgb(0x4b5562),
                       .cast = rgb(0x000000),
                       .castStrength = 0.42,
                       .axisX = rgb(0xe0685e),
                       .axisY = rgb(0x63bb70),
                       .axisZ = rgb(0x6a9cf0),
                       .metal = rgb(0xf2f4f7),
                       .metalDark = rgb(0x0d1014),
                       .ground = rgb(0x4c5661),
                       .groundDark = rgb(0x7f8a98),
                       .markLight = rgb(0xffffff),
                       .markDark = rgb(0x17191d),
                       .spring = rgb(0x98a3b1),
                       .damper = rgb(0x7f8a98),
                       .load = rgb(0xe86aa0),
                       .motion = rgb(0x36bdb4),
                       .gravity = rgb(0xa7b0bc),
                       .rod = rgb(0x98a3b1),
                       .selection = rgb(0x86abff),
                       .text = rgb(0xe8ebef),
                       .halo = rgb(0x1e2227)};

// Muted: saturated colours belong to runs.
constexpr std::array<Color, 8> series{rgb(0x7d9cc6), rgb(0x86b3a0), rgb(0xcc9a86), rgb(0xc9b37e),
                                      rgb(0xa997c4), rgb(0x8fa5b3), rgb(0xc08fa6), rgb(0x9db07f)};
// Stops of the gradient for long chains.
constexpr std::array<Color, 4> chain{rgb(0x2f5fb0), rgb(0x2b93b8), rgb(0x3fae84), rgb(0xc5b03f)};
constexpr int longChain = 12;

bool parse(const std::string& text, Color& color) {
    if (text.size() != 7 || text[0] != '#') return false;
    if (text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) return false;
    color = rgb(static_cast<std::uint32_t>(std::stoul(text.substr(1), nullptr, 16)));
    return true;
}

}  // namespace

const Palette& paletteOf(Theme theme) { return theme == Theme::Light ? light : dark; }

Color mix(const Color& a, const Color& b, double t) {
    Color c{};
    for (std::size_t k = 0; k < 3; ++k)
        c[k] = static_cast<std::uint8_t>(std::lround(a[k] + t * (b[k] - a[k])));
    return c;
}

Color letterColor(const Color& color, const Palette& palette) {
    return mix(color, palette.text, 0.6);
}

Color linkColor(const std::string& wanted, int index, int count, Theme theme) {
    Color color{};
    if (parse(wanted, color)) return color;
    if (count <= longChain) {
        color = series[static_cast<std::size_t>(index) % series.size()];
    } else {
        const double t =
            static_cast<double>(std::min(index, count - 1)) / (count - 1) * (chain.size() - 1);
        const std::size_t k = std::min(static_cast<std::size_t>(t), chain.size() - 2);
        color = mix(chain[k], chain[k + 1], t - static_cast<double>(k));
        if (index % 2 == 1) color = mix(color, rgb(0xffffff), 0.14);
    }
    return theme == Theme::Light ? color : mix(color, rgb(0x20262e), 0.18);
}

Color outlineOf(const Color& color) { return mix(color, rgb(0x0b1520), 0.56); }
Color litOf(const Color& color) { return mix(color, rgb(0xffffff), 0.26); }
Color shadedOf(const Color& color) { return mix(color, rgb(0x0b1520), 0.14); }

}  // namespace momentree::render
