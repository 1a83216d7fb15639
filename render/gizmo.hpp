// SPDX-License-Identifier: Apache-2.0
// Private to render/.
#pragma once

#include <vtkNew.h>
#include <vtkRenderer.h>

#include <array>
#include <optional>
#include <vector>

#include "render/actor.hpp"
#include "render/camera.hpp"
#include "render/text_layer.hpp"

namespace momentree::render {

/// The directions of the axes and of gravity in a corner of the picture.
class Gizmo {
public:
    Gizmo();
    vtkRenderer* renderer() { return renderer_; }
    void build(const Model& model, const SceneOptions& options, bool planar);
    void clear();
    /// Follows the camera and appends the letters.
    void update(const Camera& camera, const SceneOptions& options, int width, int height,
                std::vector<TextItem>& texts);
    /// Start and tip of the gravity arrow [pixels, origin top left], if it is drawn.
    std::optional<std::array<double, 4>> gravity(const Camera& camera, const SceneOptions& options,
                                                 int width, int height) const;

private:
    struct Letter {
        std::string text;
        Vector3d at;
        Color color;
    };
    vtkNew<vtkRenderer> renderer_;
    Drawn drawn_;
    std::vector<Letter> letters_;
    std::optional<Vector3d> down_;
};

}  // namespace momentree::render
