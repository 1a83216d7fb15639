// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "render/mesh.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// Shapes that move with each body, in body axes, and fixed shapes.
struct Meshes {
    Mesh ground;
    std::vector<Mesh> bodies;
    Mesh& of(int body) {
        return body == momentree::ground ? ground : bodies[static_cast<std::size_t>(body)];
    }
};

/// Planar models: a frame fixed in `body` whose x, y, z are right, up, front at the start, with its
/// origin in the plane where the body's plate begins.
Frame layerFrame(const Stage& stage, std::span<const Frame> poses, int body);
/// A point of `body` in its layer frame.
Vector2d inLayer(const Frame& layer, const Vector3d& point);

/// The corners of a box about the origin with edges along the axes.
std::array<Vector3d, 8> cornersOfBox(const Vector3d& edges);

/// Draws the link of a body: its given shape, or bars, plates and tubes between its joints.
void addLink(Mesh& mesh, const Model& model, const Stage& stage, std::span<const Frame> poses,
             int body, const Color& color);
/// The outline of a flat link in its layer frame; empty for other shapes.
std::optional<Outline> outlineOnPlane(const Model& model, const Stage& stage,
                                      std::span<const Frame> poses, int body);
/// The mark of the centre of mass.
void addCentreOfMass(Mesh& mesh, const Stage& stage, std::span<const Frame> poses, int body,
                     const Palette& palette);

}  // namespace momentree::render
