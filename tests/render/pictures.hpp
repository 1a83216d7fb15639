// SPDX-License-Identifier: Apache-2.0
// Small pictures of hand-made models, and functions to examine them.
#pragma once

#include <array>
#include <cmath>
#include <map>

#include "core/diagnostics/row_layout.hpp"
#include "render/hand_models.hpp"
#include "render/scene.hpp"
#include "render/theme.hpp"

namespace momentree::render::test {

using namespace momentree::test;
using Vector2d = Eigen::Vector2d;

inline constexpr int width = 450, height = 350;

/// Options with which only the mechanism differs from the background.
inline SceneOptions bare() {
    SceneOptions options;
    options.grid = options.axes = options.gravity = false;
    return options;
}

inline std::array<int, 3> pixel(const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixels.data() + 3 * (y * image.width + x);
    return {p[0], p[1], p[2]};
}

inline bool near(const std::array<int, 3>& a, const Color& b, int tolerance) {
    return std::abs(a[0] - b[0]) <= tolerance && std::abs(a[1] - b[1]) <= tolerance &&
           std::abs(a[2] - b[2]) <= tolerance;
}

inline int count(const Image& image, const Color& color, int tolerance) {
    int n = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) n += near(pixel(image, x, y), color, tolerance);
    return n;
}

/// Box of the pixels that differ from the background, which is the same along a row.
struct Foreground {
    int left = width, right = -1, top = height, bottom = -1;
    explicit Foreground(const Image& image) {
        for (int y = 0; y < image.height; ++y)
            for (int x = 1; x < image.width; ++x) {
                const auto p = pixel(image, x, y), b = pixel(image, 0, y);
                if (std::abs(p[0] - b[0]) + std::abs(p[1] - b[1]) + std::abs(p[2] - b[2]) < 24)
                    continue;
                left = std::min(left, x);
                right = std::max(right, x);
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
    }
    bool empty() const { return right < 0; }
    double x() const { return 0.5 * (left + right); }
    double y() const { return 0.5 * (top + bottom); }
};

inline void load(Scene& scene, const Drawing& drawing, const SceneOptions& options = bare()) {
    scene.resize(width, height);
    scene.setOptions(options);
    scene.setModel(drawing.model);
    const RowLayout layout(*drawing.model);
    scene.show(layout, drawing.row(layout));
}

/// Mean position of the pixels at which each element is picked.
inline std::map<std::pair<int, int>, Vector2d> pickEverywhere(const Scene& scene) {
    std::map<std::pair<int, int>, std::pair<Vector2d, int>> sums;
    for (int y = 0; y < height; y += 2)
        for (int x = 0; x < width; x += 2) {
            const Picked picked = scene.pick(x, y);
            if (picked.kind == Picked::Kind::Nothing) continue;
            auto [entry, fresh] = sums.try_emplace({static_cast<int>(picked.kind), picked.index},
                                                   Vector2d(0.0, 0.0), 0);
            entry->second.first += Vector2d(x, y);
            ++entry->second.second;
        }
    std::map<std::pair<int, int>, Vector2d> means;
    for (const auto& [key, sum] : sums) means[key] = sum.first / sum.second;
    return means;
}

inline std::pair<int, int> keyOf(Picked::Kind kind, int index) {
    return {static_cast<int>(kind), index};
}

}  // namespace momentree::render::test
