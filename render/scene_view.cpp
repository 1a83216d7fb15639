// SPDX-License-Identifier: Apache-2.0
// Views of the scene, and projections between world and picture.
#include <algorithm>
#include <cmath>
#include <utility>

#include "render/picking.hpp"
#include "render/poses.hpp"
#include "render/scene_impl.hpp"

namespace momentree::render {

void Scene::resize(int width, int height) {
    impl_->image.width = std::max(width, 1);
    impl_->image.height = std::max(height, 1);
    if (!impl_->framed.empty()) impl_->fitTo(std::move(impl_->framed));
    impl_->dirty = true;
}

void Scene::orbit(double dx, double dy) {
    render::orbit(impl_->camera, dx, dy, impl_->image.height);
    impl_->framed.clear();
    impl_->dirty = true;
}

void Scene::pan(double dx, double dy) {
    render::pan(impl_->camera, dx, dy, impl_->image.height);
    impl_->framed.clear();
    impl_->dirty = true;
}

void Scene::zoom(double factor, double x, double y) {
    const Impl& s = *impl_;
    // Limits zooming to sizes at which something is visible.
    const double wanted =
        std::clamp(s.camera.height / factor, 1e-4 * s.stage.size, 1e3 * s.stage.size);
    impl_->framed.clear();
    render::zoom(impl_->camera, s.camera.height / wanted, x, y, s.image.width, s.image.height);
    impl_->dirty = true;
}

void Scene::fit() {
    if (!impl_->started) return;
    impl_->framedBodies.clear();
    impl_->fitTo(impl_->visiblePoints());
    impl_->dirty = true;
}

void Scene::fit(const RowLayout& layout, std::span<const std::span<const double>> rows,
                std::span<const int> bodies) {
    Impl& s = *impl_;
    if (!s.started) return;
    s.framedBodies.assign(bodies.begin(), bodies.end());
    const std::vector<Frame> shown = s.poses;
    std::vector<Vector3d> points;
    for (const std::span<const double> row : rows) {
        readPoses(layout, row, s.poses);
        const std::vector<Vector3d> visible = s.framedPoints();
        points.insert(points.end(), visible.begin(), visible.end());
    }
    s.poses = shown;
    s.fitTo(std::move(points));
    s.dirty = true;
}

void Scene::move(const Vector3d& by) {
    impl_->camera.target += by;
    for (Vector3d& point : impl_->framed) point += by;
    impl_->dirty = true;
}

bool Scene::showsAll() const {
    const Impl& s = *impl_;
    if (!s.started) return true;
    return std::ranges::all_of(s.framedPoints(), [&](const Vector3d& point) {
        if (!point.allFinite()) return true;
        const Projected p = project(s.camera, point, s.image.width, s.image.height);
        return p.depth > 0.0 && p.x >= 0.0 && p.y >= 0.0 && p.x <= s.image.width &&
               p.y <= s.image.height;
    });
}

void Scene::view(StandardView view) {
    if (!impl_->started) return;
    impl_->camera.parallel = impl_->stage.planar;
    lookFrom(impl_->camera, impl_->stage, view);
    fit();
}

void Scene::look(const Matrix3d& axes) {
    if (!impl_->started) return;
    impl_->camera.axes = axes;
    impl_->framed.clear();
    impl_->dirty = true;
}

Viewpoint Scene::viewpoint() const {
    const Camera& camera = impl_->camera;
    return {camera.target, camera.axes, camera.height, !impl_->framed.empty()};
}

void Scene::setViewpoint(const Viewpoint& viewpoint) {
    Impl& s = *impl_;
    if (!s.started || (viewpoint.fitted && viewpoint.axes == s.camera.axes)) return;
    look(viewpoint.axes);
    if (viewpoint.fitted) return fit();
    s.camera.target = viewpoint.target;
    s.camera.height = viewpoint.height;
}

Picked Scene::pick(double x, double y, bool loads) const {
    Impl& s = *impl_;
    if (!s.started) return {};
    if (s.stale && loads) s.makeSymbols();
    const ForceScale forces = s.forceScale();
    std::vector<SymbolLine> lines;
    for (const LooseSymbol& symbol : loads ? std::span(s.symbols) : std::span<LooseSymbol>()) {
        if (symbol.outline.empty() || symbol.element.kind == Picked::Kind::Nothing) continue;
        const Eigen::Matrix4d matrix = placement(symbol, s.stage, s.poses, s.time, forces);
        if (std::abs(matrix.topLeftCorner<3, 3>().determinant()) == 0.0) continue;
        SymbolLine line{symbol.element, {}, symbol.reach};
        for (const Vector3d& p : symbol.outline)
            line.line.push_back(matrix.topLeftCorner<3, 3>() * p + matrix.topRightCorner<3, 1>());
        lines.push_back(std::move(line));
    }
    return pickAt(*s.model, s.stage, s.poses, lines,
                  {s.camera, s.image.width, s.image.height, x, y, 8.0 * s.options.scale});
}

Vector3d Scene::pointOn(double x, double y, const Vector3d& origin, const Vector3d& normal) const {
    const Camera& camera = impl_->camera;
    const double pixel = render::pixelSize(camera, impl_->image.height);
    const Vector3d seen =
        camera.target + pixel * ((x - 0.5 * impl_->image.width) * camera.axes.col(0) +
                                 (0.5 * impl_->image.height - y) * camera.axes.col(1));
    Vector3d ray = camera.parallel ? Vector3d(camera.axes.col(2))
                                   : Vector3d((camera.position() - seen).normalized());
    const double slope = ray.dot(normal);
    if (std::abs(slope) < 0.05) return seen - normal * normal.dot(seen - origin);
    return seen + ray * (normal.dot(origin - seen) / slope);
}

std::array<double, 2> Scene::toPicture(const Vector3d& point) const {
    const Projected p =
        render::project(impl_->camera, point, impl_->image.width, impl_->image.height);
    return {p.x, p.y};
}

std::span<const int> Scene::linkSeries() const { return impl_->inSeries; }

double Scene::gridSpacing() const {
    return render::gridSpacing(metresPerPixel() * impl_->options.scale);
}

double Scene::metresPerNewton() const { return impl_->forceScale().metresPerNewton; }

Vector3d Scene::towardsViewer() const { return impl_->camera.axes.col(2); }

Matrix3d Scene::viewAxes() const { return impl_->camera.axes; }

std::optional<std::array<double, 4>> Scene::gravityArrow() const {
    const Impl& s = *impl_;
    return s.gizmo.gravity(s.camera, s.options, s.image.width, s.image.height);
}

double Scene::metresPerPixel() const {
    return render::pixelSize(impl_->camera, impl_->image.height);
}

}  // namespace momentree::render
