// SPDX-License-Identifier: Apache-2.0
// Private to render/: planes of ground on which something rolls or which spheres touch, and the
// shadows of links in space.
#pragma once

#include <vtkSmartPointer.h>

#include <optional>
#include <span>
#include <vector>

#include "render/actor.hpp"
#include "render/camera.hpp"
#include "render/joint_symbols.hpp"

namespace momentree::render {

/// Tiles in space, a hatched line in a flat picture. They stay below what the camera looks at.
class Floor {
public:
    explicit Floor(vtkRenderer* renderer) : renderer_(renderer) {}
    /// @param planes see `groundPlanes`
    void build(const SymbolContext& context, std::span<const Frame> planes);
    /// Moves each plane by whole tiles, so that its pattern stays where it is.
    void follow(const Vector3d& target);

private:
    struct Plane {
        Frame frame;
        Vector2d period;  ///< of the pattern along the first two axes [m], 0: is not moved
        Drawn surface;
    };
    vtkRenderer* renderer_;
    std::vector<Plane> planes_;
    bool planar_ = false;
};

/// The links of a spatial model projected on a plane, along slanting light.
class FloorShadow {
public:
    explicit FloorShadow(vtkRenderer* renderer);
    ~FloorShadow();
    FloorShadow(const FloorShadow&) = delete;
    FloorShadow& operator=(const FloorShadow&) = delete;

    /// @param bodies the placed links; null for no shadow
    void build(vtkPolyData* bodies, const Frame& plane, const Stage& stage, const Palette& palette);
    /// Hides the shadow from below the plane, and where the plane itself is not drawn.
    void show(const Camera& camera, bool visible);

private:
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkRenderer> renderer_;
    bool any_ = false;
    Vector3d normal_ = Vector3d::UnitZ();
};

}  // namespace momentree::render
