// SPDX-License-Identifier: Apache-2.0
// Bodies that are drawn from solids and meshes.
#pragma once

#include "core/model/model.hpp"
#include "render/mesh.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// The place of a part, from the centre of mass of its body, and its size as in the description
/// [m].
Frame frameOf(const PartDescription& part, const Body& body);
Vector3d sizeOf(const PartDescription& part);
/// Draws the parts of a body's shape, in its axes and from its centre of mass. Meshes are read once
/// and again when their files change; those that cannot be read are left out (`noteMeshes` tells
/// the user).
/// @param sides corners of a full circle
void addParts(Mesh& mesh, const Body& body, const Color& color, int sides);
/// Adds what the parts of a body's shape reach to, of meshes their farthest points in some
/// directions.
void addExtentOfParts(Form& form, const Body& body);
/// About `at`, along its axes.
void addCornersOfBox(std::vector<Vector3d>& corners, const Frame& at, const Vector3d& edges);
/// Points around both ends of a cylinder about `at`, along its z axis.
void addRimsOfCylinder(std::vector<Vector3d>& corners, const Frame& at, double radius,
                       double length);

}  // namespace momentree::render
