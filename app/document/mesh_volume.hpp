// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/mesh_mass.hpp"

namespace momentree::app {

/// What a mesh encloses. Read once for each version of its file.
Result<MeshIntegrals> meshIntegrals(const std::string& path);

/// The mass of a box, ball or cylinder about its centre, in its axes.
/// @param size as in PartDescription
/// @param density [kg/m^3]
MassProperties massOfSolid(PartDescription::Kind kind, const Scalar3& size, double density);

/// The mass of all parts of a shape, in the axes of the body; none if a mesh has no volume.
/// @param density [kg/m^3]
Result<MassProperties> massOfParts(const ShapeDescription& shape, double density);

}  // namespace momentree::app
