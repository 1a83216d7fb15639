// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "render/shapes.hpp"

namespace momentree::render {

struct SymbolContext {
    const Model& model;
    const Stage& stage;
    std::span<const Frame> poses;  ///< at the start
    const Palette& palette;
    std::span<const Color> colors;  ///< of the links

    Color colorOf(int body) const {
        return body == ground ? palette.ground : colors[static_cast<std::size_t>(body)];
    }
};

/// The symbols of all joints, with pedestals where they meet ground. Distance joints stretch over
/// two bodies and are drawn with the loads.
void addJoints(Meshes& meshes, const SymbolContext& context);
/// Arrows at joints and axes that a prescribed motion drives.
void addMotions(Meshes& meshes, const SymbolContext& context);

}  // namespace momentree::render
