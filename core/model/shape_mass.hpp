// SPDX-License-Identifier: Apache-2.0
// Masses of bodies from the shapes in which they are drawn and a density.
#pragma once

#include <optional>
#include <string>

#include "core/message.hpp"
#include "core/model/description.hpp"
#include "core/model/link_mass.hpp"

namespace momentree {

/// Integrals over the inside of a closed surface: of 1, of x and of x x^T, in the axes of its file.
struct MeshIntegrals {
    double volume = 0.0;                 ///< positive
    Vector3d first = Vector3d::Zero();   ///< [m^4]
    Matrix3d second = Matrix3d::Zero();  ///< [m^5]
};
/// What the meshes enclose that shapes name. Models read no files: `core/io` reads them and keeps
/// the result here, for all threads.
/// @param path as in PartDescription
void keepInside(const std::string& path, const MeshIntegrals& inside);
/// Nothing for a mesh that has not been read.
std::optional<MeshIntegrals> insideOf(const std::string& path);

/// Both together about their common centre of mass.
MassProperties together(const MassProperties& a, const MassProperties& b);
/// Seen from the axes in which it has this position and these axes.
MassProperties moved(const MassProperties& mass, const Vector3d& position, const Matrix3d& R);

/// The mass of a box, ball or cylinder about its centre, in its axes.
/// @param size as in PartDescription
/// @param density [kg/m^3]
MassProperties massOfSolid(PartDescription::Kind kind, const Vector3d& size, double density);
/// The mass of a mesh whose coordinates are multiplied by `factors`.
MassProperties massOf(const MeshIntegrals& integrals, const Vector3d& factors, double density);
/// All parts of a shape, in the axes of the body. Meshes that have not been read count as empty.
MassProperties massOfParts(const ShapeDescription& shape, double density);

/// Whether a shape is a box, ball or cylinder about the centre of mass.
bool isSolid(const ShapeDescription& shape);
/// The section of a bar or plate, without its density.
LinkPlate plateOf(const ShapeDescription& shape);
/// The corners of the outline, or the first `count` markers.
std::vector<Vector3d> cornersOf(const BodyDescription& body, std::size_t count);
/// Of an evaluated body, in its axes: its solid about its centre of mass, its parts, or a plate
/// through its corners or the first `corners` markers. At least one marker or corner.
MassProperties massOfShape(const BodyDescription& body, std::size_t corners, double density);

/// Sets mass, centre of mass and inertia of a body with a density. Its other values are known.
/// Returns what is wrong.
std::optional<Message> takeDensity(BodyDescription& body);

}  // namespace momentree
