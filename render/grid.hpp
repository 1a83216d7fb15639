// SPDX-License-Identifier: Apache-2.0
// Private to render/.
#pragma once

#include <vtkNew.h>

#include <array>

#include "render/camera.hpp"
#include "render/spacing.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace momentree::render {

/// Dots in the plane of motion with a cross at every tenth, with spacing adapted to the zoom. Seen
/// at an angle, lines that fade with the distance.
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
    using Look = std::array<double, 15>;  ///< everything that the lines depend on
    Look look_{};
    vtkNew<vtkActor> actor_;
    vtkNew<vtkPolyData> lines_;
};

}  // namespace momentree::render
