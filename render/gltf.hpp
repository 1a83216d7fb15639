// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/series.hpp"

namespace momentree::render {

/// Writes the motion as one file of binary glTF 2.0, NAME.glb, which ParaView, Blender and browsers
/// play: each link once, as a node with the name of its body, and its poses as an animation. SI,
/// world axes. An existing file is replaced only when the new one is complete. Needs no display.
/// @return false if it was stopped
Result<bool> writeGltf(const Model& model, const Recording& recording, const SeriesPlan& plan,
                       const SeriesProgress& progress = {});

}  // namespace momentree::render
