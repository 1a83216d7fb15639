// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/mesh_file.hpp"
#include "core/model/link_mass.hpp"

namespace momentree {

/// Integrals over the inside of a closed surface: of 1, of x and of x x^T, in the axes of its file.
struct MeshIntegrals {
    double volume = 0.0;                 ///< positive
    Vector3d first = Vector3d::Zero();   ///< [m^4]
    Matrix3d second = Matrix3d::Zero();  ///< [m^5]
};

/// By the divergence theorem: each triangle stands for the tetrahedron between it and the origin.
/// Triangles may turn either way round, but all of them the same. Errors: a surface that is not
/// closed, or that encloses nothing.
Result<MeshIntegrals> integralsOf(const TriangleMesh& mesh);

/// The mass of a solid whose coordinates are multiplied by `factors`.
/// @param density [kg/m^3]
MassProperties massOf(const MeshIntegrals& integrals, const Vector3d& factors, double density);

/// Both together about their common centre of mass.
MassProperties together(const MassProperties& a, const MassProperties& b);
/// Seen from the axes in which it has this position and these axes.
MassProperties moved(const MassProperties& mass, const Vector3d& position, const Matrix3d& R);

}  // namespace momentree
