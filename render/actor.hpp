// SPDX-License-Identifier: Apache-2.0
// Private to render/: converts meshes to VTK.
#pragma once

#include <vtkSmartPointer.h>

#include <utility>

#include "render/mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace momentree::render {

vtkSmartPointer<vtkPolyData> polyData(const Mesh& mesh);
/// The material of links and symbols, in the colours of the points.
vtkSmartPointer<vtkActor> solidActor(vtkPolyData* data);

/// A mesh that is in a renderer during the object's lifetime.
class Drawn {
public:
    Drawn() = default;
    Drawn(Mesh mesh, vtkRenderer* renderer);
    ~Drawn();
    Drawn(Drawn&& other) noexcept { *this = std::move(other); }
    Drawn& operator=(Drawn&& other) noexcept;
    /// Replaces the mesh. An equal mesh costs nothing, whereas a new actor has to build its shaders
    /// and buffers.
    void reshape(Mesh mesh, vtkRenderer* renderer);
    void place(const Eigen::Matrix4d& matrix);  ///< affine
    void place(const Frame& frame);
    void show(bool visible);
    void setFlat();        ///< colours without lighting
    void setBackground();  ///< flat, seen from the front only, blends with what was drawn before

private:
    void remove();
    Mesh mesh_;
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkRenderer> renderer_;
};

}  // namespace momentree::render
