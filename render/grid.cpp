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

constexpr int usualLines = 60;     ///< in each direction
constexpr long mostDots = 60'000;  ///< more are left out

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
    vtkCellArray *lines, *dots;
    vtkUnsignedCharArray* colors;

    vtkIdType add(const Patch& patch, double u, double v, const Color& color,
                  double strength) const {
        const Vector3d p = u * patch.u + v * patch.v + patch.height * patch.normal;
        const unsigned char rgba[4] = {color[0], color[1], color[2],
                                       static_cast<unsigned char>(255.0 * strength)};
        colors->InsertNextTypedTuple(rgba);
        return points->InsertNextPoint(p.data());
    }
};

/// A line of the patch at `at`, in pieces that fade with the distance.
void addLine(const Pen& pen, const Patch& patch, bool alongU, double at, const Color& color) {
    constexpr int pieces = 24;
    constexpr double strongest = 0.7;
    pen.lines->InsertNextCell(pieces + 1);
    for (int k = 0; k <= pieces; ++k) {
        const double way = patch.half * (2.0 * k / pieces - 1.0);
        const double u = alongU ? patch.middleU + way : at;
        const double v = alongU ? at : patch.middleV + way;
        const double r = std::hypot(u - patch.middleU, v - patch.middleV) / patch.half;
        const double t = std::clamp((1.0 - r) / 0.6, 0.0, 1.0);
        pen.lines->InsertCellPoint(
            pen.add(patch, u, v, color, strongest * t * t * (3.0 - 2.0 * t)));
    }
}

struct Span {
    long first, last;
    long count() const { return last - first + 1; }
};
Span linesIn(double middle, double half, double spacing) {
    return {static_cast<long>(std::ceil((middle - half) / spacing)),
            static_cast<long>(std::floor((middle + half) / spacing))};
}

void addLines(const Pen& pen, const Patch& patch, bool alongU, double spacing, const Palette& p) {
    const Span at = linesIn(alongU ? patch.middleV : patch.middleU, patch.half, spacing);
    for (const bool strong : {false, true})
        for (long k = at.first; k <= at.last; ++k)
            if ((k % 10 == 0) == strong)
                addLine(pen, patch, alongU, static_cast<double>(k) * spacing,
                        strong ? p.cross : p.dot);
}

/// Dots, and a cross at every tenth in both directions. Dots that are close together are pale.
/// @param pixel size of a logical pixel [m]
void addDots(const Pen& pen, const Patch& patch, double spacing, double pixel, const Palette& p) {
    constexpr double palest = 6.0, strongest = 14.0, arm = 4.0;  // [px]
    const double strength = std::clamp((spacing / pixel - palest) / (strongest - palest), 0.0, 1.0);
    const Span us = linesIn(patch.middleU, patch.half, spacing);
    const Span vs = linesIn(patch.middleV, patch.half, spacing);
    for (long i = us.first; i <= us.last; ++i)
        for (long j = vs.first; j <= vs.last; ++j) {
            const double u = static_cast<double>(i) * spacing, v = static_cast<double>(j) * spacing;
            if (i % 10 != 0 || j % 10 != 0) {
                if (us.count() * vs.count() > mostDots) continue;
                pen.dots->InsertNextCell(1);
                pen.dots->InsertCellPoint(pen.add(patch, u, v, p.dot, strength));
                continue;
            }
            for (const bool level : {true, false}) {
                const double du = level ? arm * pixel : 0.0, dv = level ? 0.0 : arm * pixel;
                pen.lines->InsertNextCell(2);
                pen.lines->InsertCellPoint(pen.add(patch, u - du, v - dv, p.cross, 1.0));
                pen.lines->InsertCellPoint(pen.add(patch, u + du, v + dv, p.cross, 1.0));
            }
        }
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
    const double spacing = patch.fades ? niceSpacing(2.0 * patch.half / usualLines)
                                       : gridSpacing(options.scale * pixelSize(camera, height));
    actor_->VisibilityOn();
    const double pixel = options.scale * pixelSize(camera, height);
    const Look look{patch.u.x(),
                    patch.u.y(),
                    patch.u.z(),
                    patch.v.x(),
                    patch.v.y(),
                    patch.v.z(),
                    patch.height,
                    patch.middleU,
                    patch.middleV,
                    patch.half,
                    spacing,
                    pixel,
                    options.scale,
                    patch.fades ? 1.0 : 0.0,
                    static_cast<double>(options.theme)};
    if (look == look_) return;
    look_ = look;
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> lines, dots;
    const vtkNew<vtkUnsignedCharArray> colors;
    colors->SetNumberOfComponents(4);
    const Pen pen{points, lines, dots, colors};
    const Palette& palette = paletteOf(options.theme);
    if (patch.fades) {
        addLines(pen, patch, true, spacing, palette);
        addLines(pen, patch, false, spacing, palette);
    } else {
        addDots(pen, patch, spacing, pixel, palette);
    }
    lines_->SetPoints(points);
    lines_->SetLines(lines);
    lines_->SetVerts(dots);
    lines_->GetPointData()->SetScalars(colors);
    actor_->GetProperty()->SetPointSize(static_cast<float>(1.5 * options.scale));
    actor_->GetProperty()->SetLineWidth(static_cast<float>(options.scale));
}

}  // namespace momentree::render
