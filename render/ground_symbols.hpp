// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

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
/// The planes of ground in a model, each once; their third axes are the normals.
std::vector<Frame> groundPlanes(const Model& model, double size);

/// A frame moved along its first two axes by whole periods [m] to be below a point; a period of 0
/// is no motion.
Frame movedBelow(Frame frame, const Vector2d& period, const Vector3d& point);

/// Where a hatched line lies, and the distance of its strokes along x [m].
struct GroundLine {
    Frame frame;
    double period = 0.0;
};
/// In axes of its own, the edge of a plane whose third axis is the normal, in a flat picture;
/// nothing if the plane is seen from above.
GroundLine addGroundPlane(Mesh& mesh, const SymbolContext& context, const Frame& plane);
/// A turned foot with a plate.
void addPedestal(Mesh& mesh, const SymbolContext& context, const Vector3d& point);

}  // namespace momentree::render
