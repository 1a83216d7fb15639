// SPDX-License-Identifier: Apache-2.0
// Private to render/.
#pragma once

#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include "render/scene.hpp"

class vtkActor;
class vtkCamera;

namespace momentree::render {

/// A picture on a rectangle in its own layer, behind the layer of the model.
class BackdropSheet {
public:
    BackdropSheet();
    ~BackdropSheet();
    BackdropSheet(const BackdropSheet&) = delete;
    BackdropSheet& operator=(const BackdropSheet&) = delete;
    vtkRenderer* renderer() { return renderer_; }
    void show(const Backdrop& picture);
    void place(const BackdropPlace& place);
    /// Uses the same view as the model.
    void follow(vtkCamera* view);

private:
    void build();

    vtkNew<vtkRenderer> renderer_;
    vtkNew<vtkActor> actor_;
    vtkNew<vtkPolyData> sheet_;
    vtkNew<vtkTexture> texture_;
    double aspect_ = 1.0;  ///< height by width
    BackdropPlace place_;
};

}  // namespace momentree::render
