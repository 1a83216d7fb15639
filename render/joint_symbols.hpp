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
    std::span<const Picked> selected = {};

    Color colorOf(int body) const {
        return body == ground ? palette.ground : colors[static_cast<std::size_t>(body)];
    }
};

/// The symbols of all joints, with pedestals where they meet ground. Distance joints stretch over
/// two bodies and are drawn with the loads.
void addJoints(Meshes& meshes, const SymbolContext& context);
/// The layer frame of a marker's body with its origin under the marker.
Frame layerAt(const SymbolContext& context, const Marker& marker);
/// The side of a joint that carries what joins two bodies: never ground, unless both are.
const Marker& moverOf(const JointElement& joint);
/// A frame moved along its own third axis.
Frame raised(Frame frame, double z);

}  // namespace momentree::render
