// SPDX-License-Identifier: Apache-2.0
#include "render/ghost.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCleanPolyData.h>
#include <vtkFeatureEdges.h>
#include <vtkFloatArray.h>
#include <vtkIdTypeArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <utility>

#include "render/ghost_links.hpp"
#include "render/poses.hpp"

namespace momentree::render {
namespace {

/// Only faces towards the viewer are drawn; without edges they have to show the colour.
constexpr double faceOpacity = 0.42, faceOpacityOfMany = 0.8;
constexpr double edgeAngle = 40.0;  ///< between faces whose common edge is drawn [degrees]
constexpr double edgeWidth = 1.6;   ///< [logical pixels]
constexpr double behind_px = 4.0;   ///< depth offset: where both coincide, the run is visible

vtkSmartPointer<vtkPoints> pointsOf(const Eigen::Matrix3Xf& points) {
    const vtkNew<vtkFloatArray> array;
    array->SetNumberOfComponents(3);
    array->SetNumberOfTuples(points.cols());
    std::copy_n(points.data(), points.size(), array->GetPointer(0));
    auto out = vtkSmartPointer<vtkPoints>::New();
    out->SetData(array);
    return out;
}

vtkSmartPointer<vtkPolyData> surfaceOf(const Mesh& mesh) {
    auto data = vtkSmartPointer<vtkPolyData>::New();
    data->SetPoints(pointsOf(columnsOf(mesh.points)));
    const vtkNew<vtkIdTypeArray> ids;
    ids->SetNumberOfValues(static_cast<vtkIdType>(mesh.triangles.size()));
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), ids->GetPointer(0));
    const vtkNew<vtkCellArray> cells;
    cells->SetData(3, ids);
    data->SetPolys(cells);
    return data;
}

/// The sharp edges of a mesh as pairs of points. A chamfer counts as one edge: its inner rim.
vtkSmartPointer<vtkPolyData> edgesOf(const Mesh& mesh) {
    const vtkNew<vtkCleanPolyData> whole;
    whole->SetInputData(surfaceOf(mesh));
    whole->SetTolerance(1e-6);
    const vtkNew<vtkFeatureEdges> edges;
    edges->SetInputConnection(whole->GetOutputPort());
    edges->BoundaryEdgesOff();
    edges->NonManifoldEdgesOff();
    edges->ManifoldEdgesOff();
    edges->ColoringOff();
    edges->SetFeatureAngle(edgeAngle);
    edges->Update();
    return edges->GetOutput();
}

vtkSmartPointer<vtkActor> actorOf(vtkPolyData* data, const Color& color) {
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(data);
    mapper->ScalarVisibilityOff();
    mapper->SetResolveCoincidentTopologyToPolygonOffset();
    mapper->SetRelativeCoincidentTopologyPolygonOffsetParameters(1.0, behind_px);
    mapper->SetRelativeCoincidentTopologyLineOffsetParameters(1.0, behind_px);
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetColor(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
    return actor;
}

}  // namespace

DrawnGhost::DrawnGhost(const Ghost& ghost)
    : ghost_(ghost), layout_(*ghost.model), start_(ghost.model->bodies.size()) {
    readPoses(layout_, ghost_.start, start_);
    poses_ = start_;
}

DrawnGhost::~DrawnGhost() { remove(); }

DrawnGhost::DrawnGhost(DrawnGhost&& other) noexcept = default;

void DrawnGhost::remove() {
    for (auto* actor : {&faces_, &lines_}) {
        if (*actor && renderer_) renderer_->RemoveActor(*actor);
        *actor = nullptr;
    }
}

void DrawnGhost::show(std::span<const double> row) { readPoses(layout_, row, poses_); }

void DrawnGhost::build(const Stage& main, const std::optional<Vector3d>& drawnIn,
                       vtkRenderer* renderer) {
    if (faces_ && unit_ == main.unit && drawnIn_ == drawnIn) return;
    remove();
    renderer_ = renderer;
    unit_ = main.unit;
    drawnIn_ = drawnIn;
    Stage stage = makeStage(*ghost_.model, start_, drawnIn);
    stage.unit = main.unit;
    const std::vector<Mesh> bodies = ghostLinks(*ghost_.model, stage, start_, ghost_.color);
    const Mesh whole = joined(bodies, surface_.ends);
    const bool many = bodies.size() > manyLinks;
    addSurface(whole, renderer);
    faces_->GetProperty()->SetOpacity(many ? faceOpacityOfMany : faceOpacity);
    if (!many) addEdges(bodies, renderer);
}

void DrawnGhost::addSurface(const Mesh& mesh, vtkRenderer* renderer) {
    const auto data = surfaceOf(mesh);
    surface_.points = columnsOf(mesh.points);
    surface_.normals = columnsOf(mesh.normals);
    surface_.placed = data->GetPoints();
    surface_.placedNormals = vtkFloatArray::SafeDownCast(pointsOf(surface_.normals)->GetData());
    data->GetPointData()->SetNormals(surface_.placedNormals);
    faces_ = actorOf(data, ghost_.color);
    // Blended in the order of the actors, after the run: without a graphics card, a separate
    // translucent pass costs as much as the rest of the picture.
    faces_->ForceOpaqueOn();
    faces_->GetProperty()->BackfaceCullingOn();
    faces_->GetProperty()->SetAmbient(0.6);
    faces_->GetProperty()->SetDiffuse(0.5);
    renderer->AddActor(faces_);
}

void DrawnGhost::addEdges(const std::vector<Mesh>& bodies, vtkRenderer* renderer) {
    std::vector<float> points;
    const vtkNew<vtkCellArray> lines;
    edges_.ends.clear();
    for (const Mesh& mesh : bodies) {
        const auto edges = edgesOf(mesh);
        const auto first = static_cast<vtkIdType>(points.size() / 3);
        for (vtkIdType k = 0; k < edges->GetNumberOfPoints(); ++k)
            for (const double x : std::span(edges->GetPoint(k), 3))
                points.push_back(static_cast<float>(x));
        vtkIdType count = 0;
        const vtkIdType* ids = nullptr;
        for (edges->GetLines()->InitTraversal(); edges->GetLines()->GetNextCell(count, ids);) {
            lines->InsertNextCell(static_cast<int>(count));
            for (vtkIdType k = 0; k < count; ++k) lines->InsertCellPoint(first + ids[k]);
        }
        edges_.ends.push_back(static_cast<Eigen::Index>(points.size() / 3));
    }
    edges_.points = columnsOf(points);
    edges_.placed = pointsOf(edges_.points);
    const vtkNew<vtkPolyData> data;
    data->SetPoints(edges_.placed);
    data->SetLines(lines);
    lines_ = actorOf(data, ghost_.color);
    lines_->GetProperty()->LightingOff();
    lines_->GetProperty()->SetLineWidth(static_cast<float>(edgeWidth));
    renderer->AddActor(lines_);
}

void DrawnGhost::place() {
    surface_.move(poses_);
    edges_.move(poses_);
}

}  // namespace momentree::render
