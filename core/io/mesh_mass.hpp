// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/mesh_file.hpp"
#include "core/model/shape_mass.hpp"

namespace momentree {

/// By the divergence theorem: each triangle stands for the tetrahedron between it and the origin.
/// Triangles may turn either way round, but all of them the same. Errors: a surface that is not
/// closed, or that encloses nothing.
Result<MeshIntegrals> integralsOf(const TriangleMesh& mesh);

/// What a mesh encloses, read once for each version of its file and kept for `insideOf`.
Result<MeshIntegrals> readInside(const std::string& path);
/// Those of the shapes of bodies with a density. Errors name the body.
Result<void> readInsides(const ModelDescription& model);

}  // namespace momentree
