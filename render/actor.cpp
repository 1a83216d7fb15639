// SPDX-License-Identifier: Apache-2.0
#include "render/actor.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkIdTypeArray.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <utility>

namespace momentree::render {
namespace {

template <typename Array, typename T>
vtkSmartPointer<Array> arrayOf(const std::vector<T>& values, int components) {
    auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
    std::copy(values.begin(), values.end(), array->GetPointer(0));
    return array;
}

}  // namespace

vtkSmartPointer<vtkPolyData> polyData(const Mesh& mesh) {
    auto data = vtkSmartPointer<vtkPolyData>::New();
    const vtkNew<vtkPoints> points;
    points->SetData(arrayOf<vtkFloatArray>(mesh.points, 3));
    data->SetPoints(points);
    data->GetPointData()->SetNormals(arrayOf<vtkFloatArray>(mesh.normals, 3));
    if (mesh.alphas.empty()) {
        data->GetPointData()->SetScalars(arrayOf<vtkUnsignedCharArray>(mesh.colors, 3));
    } else {
        std::vector<std::uint8_t> rgba;
        rgba.reserve(4 * mesh.alphas.size());
        for (std::size_t k = 0; k < mesh.alphas.size(); ++k) {
            rgba.insert(rgba.end(), &mesh.colors[3 * k], &mesh.colors[3 * k] + 3);
            rgba.push_back(mesh.alphas[k]);
        }
        data->GetPointData()->SetScalars(arrayOf<vtkUnsignedCharArray>(rgba, 4));
    }
    const vtkNew<vtkCellArray> cells;
    cells->SetData(3, arrayOf<vtkIdTypeArray>(mesh.triangles, 1));
    data->SetPolys(cells);
    return data;
}

vtkSmartPointer<vtkActor> solidActor(vtkPolyData* data) {
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(data);
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    vtkProperty* property = actor->GetProperty();
    property->SetAmbient(0.38);
    property->SetDiffuse(0.72);
    property->SetSpecular(0.12);
    property->SetSpecularPower(25.0);
    return actor;
}

Drawn::Drawn(Mesh mesh, vtkRenderer* renderer) : mesh_(std::move(mesh)) {
    if (mesh_.empty()) return;
    actor_ = solidActor(polyData(mesh_));
    const vtkNew<vtkMatrix4x4> matrix;
    actor_->SetUserMatrix(matrix);
    renderer_ = renderer;
    renderer->AddActor(actor_);
}

Drawn::~Drawn() { remove(); }

Drawn& Drawn::operator=(Drawn&& other) noexcept {
    std::swap(mesh_, other.mesh_);
    std::swap(actor_, other.actor_);
    std::swap(renderer_, other.renderer_);
    return *this;
}

void Drawn::reshape(Mesh mesh, vtkRenderer* renderer) {
    if (mesh == mesh_) return;
    if (!actor_ || mesh.empty()) {
        *this = Drawn(std::move(mesh), renderer);
        return;
    }
    mesh_ = std::move(mesh);
    static_cast<vtkPolyDataMapper*>(actor_->GetMapper())->SetInputData(polyData(mesh_));
}

void Drawn::remove() {
    if (actor_ && renderer_) renderer_->RemoveActor(actor_);
    actor_ = nullptr;
    renderer_ = nullptr;
}

void Drawn::place(const Eigen::Matrix4d& matrix) {
    if (!actor_) return;
    const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> rows = matrix;
    actor_->GetUserMatrix()->DeepCopy(rows.data());
}

void Drawn::place(const Frame& frame) {
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.topLeftCorner<3, 3>() = frame.R;
    matrix.topRightCorner<3, 1>() = frame.r;
    place(matrix);
}

void Drawn::show(bool visible) {
    if (actor_) actor_->SetVisibility(visible);
}

void Drawn::setFlat() {
    if (actor_) actor_->GetProperty()->LightingOff();
}

void Drawn::setBackground() {
    setFlat();
    if (!actor_) return;
    actor_->GetProperty()->BackfaceCullingOn();
    // Without the passes for translucent actors, which are slow.
    actor_->ForceOpaqueOn();
}

}  // namespace momentree::render
