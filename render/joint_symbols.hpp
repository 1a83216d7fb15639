// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

/// The symbols of all joints, with pedestals at ground. Distance joints connect two bodies over a
/// distance and are drawn with the loads.
void addJoints(Meshes& meshes, const SymbolContext& context);
/// The plate on which a roller or a flat face runs, in the axes of marker A; empty for other
/// joints.
std::optional<Outline> camOutline(const JointElement& joint);
/// Half the length of the rail of a sliding joint [m].
double halfRail(const Stage& stage);
/// A marker in body axes, in a flat picture above the links that the joint connects.
Frame shownAt(const SymbolContext& context, const JointElement& joint, const Marker& marker);
/// The layer frame of a marker's body, with its origin under the marker.
Frame layerAt(const SymbolContext& context, const Marker& marker);
/// The marker of the body that carries the joint's symbol: ground only if both are.
const Marker& moverOf(const JointElement& joint);
/// A frame moved along its third axis.
Frame raised(Frame frame, double z);

}  // namespace momentree::render
