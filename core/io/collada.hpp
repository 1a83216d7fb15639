// SPDX-License-Identifier: Apache-2.0
// Meshes in COLLADA (.dae, https://www.khronos.org/collada/), the usual format of visuals in ROS.
#pragma once

#include <string_view>

#include "core/io/mesh_file.hpp"

namespace momentree {

/// Reads the triangles of the scene, placed by its nodes, in m by the file's unit. `up_axis` is
/// ignored, as ROS does. Colours, textures, curves and skins are not read.
Result<TriangleMesh> readCollada(std::string_view text);

}  // namespace momentree
