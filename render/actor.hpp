// SPDX-License-Identifier: Apache-2.0
// Private to render/: from meshes to VTK.
#pragma once

#include <vtkSmartPointer.h>

#include <utility>

#include "render/mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace momentree::render {

vtkSmartPointer<vtkPolyData> polyData(const Mesh& mesh);
/// What links and symbols are made of, in the colours of its points.
vtkSmartPointer<vtkActor> solidActor(vtkPolyData* data);

/// A mesh in a renderer, from construction to destruction.
class Drawn {
public:
    Drawn() = default;
    Drawn(Mesh mesh, vtkRenderer* renderer);
    ~Drawn();
    Drawn(Drawn&& other) noexcept { *this = std::move(other); }
    Drawn& operator=(Drawn&& other) noexcept;
    /// Another mesh in the same place. One that is equal costs nothing: an actor that is made anew
    /// has its shaders and buffers built again.
    void reshape(Mesh mesh, vtkRenderer* renderer);
    void place(const Eigen::Matrix4d& matrix);  ///< affine
    void place(const Frame& frame);
    void show(bool visible);
    void setFlat();  ///< colours without light

private:
    void remove();
    Mesh mesh_;
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkRenderer> renderer_;
};

}  // namespace momentree::render
