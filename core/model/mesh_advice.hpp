// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostic.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Warns of bodies whose density is that of a mesh more than a hundred times as large as the bodies
/// of the model between their markers: files of meshes name no unit and are mostly in millimetres.
/// The size is that of a box with the same radius of gyration.
void adviseForMeshes(const Model& model, Diagnostics& warnings);

}  // namespace momentree
