// SPDX-License-Identifier: Apache-2.0
// Private to render/: another run in the picture.
#pragma once

#include <vtkSmartPointer.h>

#include <optional>

#include "core/diagnostics/row_layout.hpp"
#include "render/cloud.hpp"
#include "render/mesh.hpp"
#include "render/scene.hpp"
#include "render/stage.hpp"

class vtkActor;
class vtkRenderer;

namespace momentree::render {

/// The links of a run as one translucent surface with edges in its colour.
class DrawnGhost {
public:
    explicit DrawnGhost(const Ghost& ghost);
    ~DrawnGhost();
    DrawnGhost(DrawnGhost&& other) noexcept;
    DrawnGhost& operator=(DrawnGhost&& other) = delete;

    const Ghost& ghost() const { return ghost_; }
    void show(std::span<const double> row);
    /// Builds the surface in the proportions of the run on screen, unless it has them already.
    void build(const Stage& main, const std::optional<Vector3d>& drawnIn, vtkRenderer* renderer);
    void place();  ///< moves it to the last shown row

private:
    void addSurface(const Mesh& mesh, vtkRenderer* renderer);
    void addEdges(const std::vector<Mesh>& bodies, vtkRenderer* renderer);
    void remove();

    Ghost ghost_;
    RowLayout layout_;
    std::vector<Frame> start_, poses_;
    Cloud surface_, edges_;
    vtkSmartPointer<vtkActor> faces_, lines_;
    vtkSmartPointer<vtkRenderer> renderer_;
    double unit_ = 0.0;                ///< of the stage it was built in
    std::optional<Vector3d> drawnIn_;  ///< and the normal of its plane
};

}  // namespace momentree::render
