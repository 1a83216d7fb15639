// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/joint_symbols.hpp"

namespace momentree::render {

/// A hatched triangle below a point of ground, or above it if the mechanism hangs.
void addPlanarPedestal(Mesh& mesh, const SymbolContext& context, const Vector3d& point);
/// A hatched line along the path of a slider.
/// @param along world direction
void addGroundRail(Mesh& mesh, const SymbolContext& context, const Vector3d& middle,
                   const Vector3d& along, double half);
/// A hatched line (in space a plate) at the end of a spring.
/// @param towards its other end, world
void addGroundEnd(Mesh& mesh, const SymbolContext& context, const Vector3d& point,
                  const Vector3d& towards);
/// A hatched line below a plane that spheres touch, in space a plate; its third axis is the normal.
void addGroundPlane(Mesh& mesh, const SymbolContext& context, const Frame& plane);
/// A turned foot with a plate.
void addPedestal(Mesh& mesh, const SymbolContext& context, const Vector3d& point);

}  // namespace momentree::render
