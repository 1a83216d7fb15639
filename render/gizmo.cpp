// SPDX-License-Identifier: Apache-2.0
#include "render/gizmo.hpp"

#include <vtkCamera.h>

#include <algorithm>

#include "render/mesh.hpp"

namespace momentree::render {
namespace {

constexpr double halfHeight = 1.65;  ///< of the square, in lengths of an axis

double edgeOf(const SceneOptions& options, int width, int height) {
    return std::min({axesPixels * options.scale, 1.0 * width, 1.0 * height});
}

}  // namespace

Gizmo::Gizmo() {
    renderer_->InteractiveOff();
    renderer_->GetActiveCamera()->ParallelProjectionOn();
    renderer_->GetActiveCamera()->SetParallelScale(halfHeight);
}

void Gizmo::clear() {
    drawn_ = {};
    letters_.clear();
    down_.reset();
}

void Gizmo::build(const Model& model, const SceneOptions& options, bool planar) {
    clear();
    const Palette& palette = paletteOf(options.theme);
    Mesh mesh;
    if (options.axes) {
        // Colours tell axes that can be seen from everywhere; in the plane letters are enough.
        const Color colors[] = {planar ? palette.gravity : palette.axisX,
                                planar ? palette.gravity : palette.axisY,
                                planar ? palette.gravity : palette.axisZ};
        const char* names[] = {"x", "y", "z"};
        for (int k = 0; k < 3; ++k) {
            const Vector3d axis = Vector3d::Unit(k);
            addArrow(mesh, frameAlong(Vector3d::Zero(), axis), 1.0, 0.055, colors[k], 16);
            letters_.push_back({names[k], 1.24 * axis, letterColor(colors[k], palette)});
        }
        addSphere(mesh, {}, 0.11, palette.metalDark, 16);
    }
    if (options.gravity && model.gravity.norm() > 0.0) {
        const Vector3d down = model.gravity.normalized();
        down_ = down;
        addArrow(mesh, frameAlong(Vector3d::Zero(), down), 1.0, 0.055, palette.gravity, 16);
        letters_.push_back({"g", 1.24 * down, letterColor(palette.gravity, palette)});
    }
    drawn_ = Drawn(mesh, renderer_);
}

void Gizmo::update(const Camera& camera, const SceneOptions& options, int width, int height,
                   std::vector<TextItem>& texts) {
    const double edge = edgeOf(options, width, height);
    renderer_->SetViewport(0.0, 0.0, edge / width, edge / height);
    vtkCamera* view = renderer_->GetActiveCamera();
    const Vector3d position = 10.0 * camera.axes.col(2);
    view->SetFocalPoint(0.0, 0.0, 0.0);
    view->SetPosition(position.data());
    view->SetViewUp(camera.axes.col(1).data());
    view->SetClippingRange(1.0, 20.0);
    for (const Letter& letter : letters_) {
        const Vector3d p = camera.axes.transpose() * letter.at;
        if (p.head<2>().norm() < 0.3) continue;  // points at the viewer
        const double scale = 0.5 * edge / halfHeight;
        texts.push_back({letter.text, 0.5 * edge + scale * p.x(),
                         height - 0.5 * edge - scale * p.y(), letter.color, false, true});
    }
}

std::optional<std::array<double, 4>> Gizmo::gravity(const Camera& camera,
                                                    const SceneOptions& options, int width,
                                                    int height) const {
    if (!down_) return std::nullopt;
    const double edge = edgeOf(options, width, height), scale = 0.5 * edge / halfHeight;
    const Vector3d tip = camera.axes.transpose() * *down_;
    const double x = 0.5 * edge, y = height - 0.5 * edge;
    return std::array{x, y, x + scale * tip.x(), y - scale * tip.y()};
}

}  // namespace momentree::render
