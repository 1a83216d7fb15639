// SPDX-License-Identifier: Apache-2.0
// Private to render/.
#pragma once

#include <vtkNew.h>

#include "render/camera.hpp"
#include "render/spacing.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace momentree::render {

/// Lines in the plane of motion or on the floor, with spacing adapted to the zoom and every tenth
/// line stronger. They fill the picture if seen perpendicularly, otherwise they fade out.
class Grid {
public:
    explicit Grid(vtkRenderer* renderer);
    ~Grid();
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;
    void update(const Stage& stage, const Camera& camera, const SceneOptions& options, int width,
                int height);
    void hide();

private:
    vtkNew<vtkActor> actor_;
    vtkNew<vtkPolyData> lines_;
};

}  // namespace momentree::render
