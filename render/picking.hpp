// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/camera.hpp"

namespace momentree::render {

/// The line around which a symbol is drawn.
struct SymbolLine {
    Picked element;
    std::vector<Vector3d> line;  ///< world
    double reach = 0.0;          ///< half its width [m]
};

/// A point of the picture.
struct Spot {
    const Camera& camera;
    int width, height;  ///< of the picture [pixels]
    double x, y;        ///< [pixels, origin top left]
    double tolerance;   ///< [pixels]
};

/// The element nearest to a point of the picture: a joint before the symbols at it, these before
/// the link under them.
Picked pickAt(const Model& model, const Stage& stage, std::span<const Frame> poses,
              std::span<const SymbolLine> symbols, const Spot& spot);

}  // namespace momentree::render
