// SPDX-License-Identifier: Apache-2.0
// Private to render/: the bodies of the run on screen.
#pragma once

#include <span>
#include <vector>

#include "render/cloud.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace momentree::render {

/// The meshes of all bodies as one actor, from the first `reshape` to destruction.
class DrawnBodies {
public:
    DrawnBodies() = default;
    ~DrawnBodies() { clear(); }
    DrawnBodies(const DrawnBodies&) = delete;
    DrawnBodies& operator=(const DrawnBodies&) = delete;

    /// Does nothing if the meshes are unchanged.
    void reshape(std::vector<Mesh> meshes, vtkRenderer* renderer);
    void place(std::span<const Frame> poses);  ///< of each body
    void setFlat();                            ///< without shading
    void setLight();                           ///< blends with what was drawn before
    void setInsideOut();                       ///< draws only faces that look away
    void show(bool visible);
    vtkPolyData* placed() const;  ///< all meshes where they were placed, null if there are none
    void clear();

private:
    std::vector<Mesh> meshes_;
    Cloud cloud_;
    vtkSmartPointer<vtkActor> actor_;
    vtkSmartPointer<vtkRenderer> renderer_;
};

}  // namespace momentree::render
