// SPDX-License-Identifier: Apache-2.0
#include "render/bodies.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <utility>

#include "render/actor.hpp"

namespace momentree::render {

void DrawnBodies::reshape(std::vector<Mesh> meshes, vtkRenderer* renderer) {
    if (meshes == meshes_) return;
    meshes_ = std::move(meshes);
    const Mesh whole = joined(meshes_, cloud_.ends);
    if (whole.empty()) return clear();
    const auto data = polyData(whole);
    cloud_.points = columnsOf(whole.points);
    cloud_.normals = columnsOf(whole.normals);
    cloud_.placed = data->GetPoints();
    cloud_.placedNormals = vtkFloatArray::SafeDownCast(data->GetPointData()->GetNormals());
    if (actor_) {
        static_cast<vtkPolyDataMapper*>(actor_->GetMapper())->SetInputData(data);
        return;
    }
    actor_ = solidActor(data);
    renderer_ = renderer;
    renderer->AddActor(actor_);
}

void DrawnBodies::place(std::span<const Frame> poses) { cloud_.move(poses); }

void DrawnBodies::setFlat() {
    if (actor_) actor_->GetProperty()->LightingOff();
}

void DrawnBodies::setLight() {
    setFlat();
    // Without the passes for translucent actors, which are slow.
    if (actor_) actor_->ForceOpaqueOn();
}

void DrawnBodies::show(bool visible) {
    if (actor_) actor_->SetVisibility(visible);
}

vtkPolyData* DrawnBodies::placed() const {
    return actor_ ? static_cast<vtkPolyDataMapper*>(actor_->GetMapper())->GetInput() : nullptr;
}

void DrawnBodies::setInsideOut() {
    setFlat();
    if (actor_) actor_->GetProperty()->FrontfaceCullingOn();
}

void DrawnBodies::clear() {
    if (actor_) renderer_->RemoveActor(actor_);
    actor_ = nullptr;
    renderer_ = nullptr;
    cloud_ = {};
    meshes_.clear();
}

}  // namespace momentree::render
