// SPDX-License-Identifier: Apache-2.0
#include "render/grid.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

namespace momentree::render {
namespace {

constexpr int mostLines = 800;  ///< in each direction

/// Where lines are drawn: u and v span the plane, the patch is a square around `middle`.
struct Patch {
    Vector3d u, v, normal;
    double height = 0.0;  ///< of the plane along its normal
    double middleU = 0.0, middleV = 0.0, half = 0.0;
    bool fades = false;
};

Patch patchOf(const Stage& stage, const Camera& camera, int width, int height) {
    Patch patch;
    patch.u = stage.planar ? stage.gridRight : stage.right;
    patch.v = stage.planar ? stage.gridUp : stage.front;
    patch.normal = stage.planar ? stage.front : stage.up;
    patch.height = stage.planar ? stage.plane - 2.5 * stage.pitch() : stage.floor;
    const bool straight =
        camera.parallel && std::abs(camera.axes.col(2).dot(patch.normal)) > 0.9999;
    Vector3d middle = camera.target;
    if (straight) {
        // Seen from the other side, the grid stays behind the mechanism.
        if (camera.axes.col(2).dot(patch.normal) < 0.0)
            patch.height = 2.0 * patch.normal.dot(stage.middle) - patch.height;
        patch.half = 0.51 * camera.height * std::hypot(1.0, static_cast<double>(width) / height);
    } else {
        middle = stage.middle;
        patch.half = 0.85 * stage.size;
        patch.fades = true;
    }
    patch.middleU = patch.u.dot(middle);
    patch.middleV = patch.v.dot(middle);
    return patch;
}

struct Pen {
    vtkPoints* points;
    vtkCellArray* cells;
    vtkUnsignedCharArray* colors;
};

/// A line of the patch at `at`, in pieces where it fades.
void addLine(const Pen& pen, const Patch& patch, bool alongU, double at, const Color& color,
             double strength) {
    const int pieces = patch.fades ? 24 : 1;
    pen.cells->InsertNextCell(pieces + 1);
    for (int k = 0; k <= pieces; ++k) {
        const double way = patch.half * (2.0 * k / pieces - 1.0);
        const double u = alongU ? patch.middleU + way : at;
        const double v = alongU ? at : patch.middleV + way;
        const Vector3d p = u * patch.u + v * patch.v + patch.height * patch.normal;
        pen.cells->InsertCellPoint(pen.points->InsertNextPoint(p.data()));
        double alpha = strength;
        if (patch.fades) {
            const double r = std::hypot(u - patch.middleU, v - patch.middleV) / patch.half;
            const double t = std::clamp((1.0 - r) / 0.6, 0.0, 1.0);
            alpha *= t * t * (3.0 - 2.0 * t);
        }
        const unsigned char rgba[4] = {color[0], color[1], color[2],
                                       static_cast<unsigned char>(255.0 * alpha)};
        pen.colors->InsertNextTypedTuple(rgba);
    }
}

void addLines(const Pen& pen, const Patch& patch, bool alongU, double spacing, const Palette& p) {
    const double middle = alongU ? patch.middleV : patch.middleU;
    const auto first = static_cast<long>(std::ceil((middle - patch.half) / spacing));
    const auto last = static_cast<long>(std::floor((middle + patch.half) / spacing));
    for (const bool strong : {false, true})
        for (long k = first; k <= last; ++k)
            if ((k % 10 == 0) == strong)
                addLine(pen, patch, alongU, static_cast<double>(k) * spacing, p.grid,
                        strong ? p.gridStrong : p.gridFaint);
}

}  // namespace

Grid::Grid(vtkRenderer* renderer) {
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(lines_);
    actor_->SetMapper(mapper);
    actor_->GetProperty()->LightingOff();
    // Drawn first, it blends with the background without the passes for translucent actors.
    actor_->ForceOpaqueOn();
    actor_->VisibilityOff();
    renderer->AddActor(actor_);
}

Grid::~Grid() = default;

void Grid::hide() { actor_->VisibilityOff(); }

void Grid::update(const Stage& stage, const Camera& camera, const SceneOptions& options, int width,
                  int height) {
    const Patch patch = patchOf(stage, camera, width, height);
    double spacing = gridSpacing(options.scale * pixelSize(camera, height));
    if (2.0 * patch.half > mostLines * spacing) spacing = niceSpacing(2.0 * patch.half / mostLines);
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> cells;
    const vtkNew<vtkUnsignedCharArray> colors;
    colors->SetNumberOfComponents(4);
    const Pen pen{points, cells, colors};
    addLines(pen, patch, true, spacing, paletteOf(options.theme));
    addLines(pen, patch, false, spacing, paletteOf(options.theme));
    lines_->SetPoints(points);
    lines_->SetLines(cells);
    lines_->GetPointData()->SetScalars(colors);
    actor_->GetProperty()->SetLineWidth(static_cast<float>(options.scale));
    actor_->VisibilityOn();
}

}  // namespace momentree::render
