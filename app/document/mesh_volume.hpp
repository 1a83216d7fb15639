// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/mesh_mass.hpp"

namespace momentree::app {

/// The mass of all parts of a shape, in the axes of the body; none if a mesh has no volume.
/// @param density [kg/m^3]
Result<MassProperties> partsMass(const ShapeDescription& shape, double density);

}  // namespace momentree::app
