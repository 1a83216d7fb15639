// SPDX-License-Identifier: Apache-2.0
#include "render/floor.hpp"

#include <vtkActor.h>
#include <vtkMatrix4x4.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "render/ground_symbols.hpp"
#include "render/spacing.hpp"

namespace momentree::render {
namespace {

constexpr double tilesPerSize = 12.0;
constexpr int tilesEachWay = 32;  ///< from the middle

Color floorColor(const Palette& p, bool even) { return mix(p.bottom, p.ground, even ? 0.5 : 0.3); }

/// Square tiles around the origin that fade with the distance.
Mesh tiles(double edge, const Palette& palette) {
    Mesh mesh;
    const auto add = [&](int i, int j, const Color& color) {
        const double r = std::hypot(i, j) / tilesEachWay;
        const double t = std::clamp(1.5 * (1.0 - r), 0.0, 1.0);
        mesh.alphas.push_back(static_cast<std::uint8_t>(255.0 * t * t * (3.0 - 2.0 * t)));
        return mesh.add({i * edge, j * edge, 0.0}, Vector3d::UnitZ(), color);
    };
    for (int i = -tilesEachWay; i < tilesEachWay; ++i)
        for (int j = -tilesEachWay; j < tilesEachWay; ++j) {
            const Color color = floorColor(palette, (i + j) % 2 == 0);
            const auto a = add(i, j, color), b = add(i + 1, j, color);
            mesh.quad(a, b, add(i + 1, j + 1, color), add(i, j + 1, color));
        }
    return mesh;
}

/// x of `plane` along the projection of a direction.
Frame turnedTo(const Frame& plane, const Vector3d& direction, const Vector3d& instead) {
    const Vector3d n = plane.R.col(2);
    Vector3d x = direction - n.dot(direction) * n;
    if (x.norm() < 0.1) x = instead - n.dot(instead) * n;
    x.normalize();
    Frame turned;
    turned.R << x, n.cross(x), n;
    turned.r = plane.r;
    return turned;
}

}  // namespace

void Floor::build(const SymbolContext& c, std::span<const Frame> planes) {
    if (planar_ != c.stage.planar) planes_.clear();  // their actors differ
    planar_ = c.stage.planar;
    planes_.resize(planes.size());
    for (std::size_t k = 0; k < planes.size(); ++k) {
        Plane& made = planes_[k];
        Mesh mesh;
        if (planar_) {
            const GroundLine line = addGroundPlane(mesh, c, planes[k]);
            made.frame = line.frame;
            made.period = {line.period, 0.0};
        } else {
            const double edge = niceSpacing(c.stage.size / tilesPerSize);
            made.frame = turnedTo(planes[k], c.stage.right, c.stage.front);
            made.period = {2.0 * edge, 2.0 * edge};
            mesh = tiles(edge, c.palette);
        }
        made.surface.reshape(std::move(mesh), renderer_);
        if (!planar_) made.surface.setBackground();
    }
}

void Floor::follow(const Vector3d& target) {
    for (Plane& plane : planes_) plane.surface.place(movedBelow(plane.frame, plane.period, target));
}

FloorShadow::FloorShadow(vtkRenderer* renderer)
    : actor_(vtkSmartPointer<vtkActor>::New()), renderer_(renderer) {
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->ScalarVisibilityOff();
    actor_->SetMapper(mapper);
    actor_->GetProperty()->LightingOff();
    const vtkNew<vtkMatrix4x4> matrix;
    actor_->SetUserMatrix(matrix);
    actor_->VisibilityOff();
    renderer->AddActor(actor_);
}

FloorShadow::~FloorShadow() { renderer_->RemoveActor(actor_); }

void FloorShadow::build(vtkPolyData* bodies, const Frame& plane, const Stage& stage,
                        const Palette& palette) {
    any_ = bodies != nullptr;
    static_cast<vtkPolyDataMapper*>(actor_->GetMapper())->SetInputData(bodies);
    if (!any_) return;
    normal_ = plane.R.col(2);
    // Slanting, so that upright discs do not become lines.
    const Vector3d light = normal_ + 0.15 * stage.right - 0.25 * stage.front;
    const double lift = 1e-3 * stage.size;
    Eigen::Matrix<double, 4, 4, Eigen::RowMajor> matrix =
        Eigen::Matrix<double, 4, 4, Eigen::RowMajor>::Identity();
    matrix.topLeftCorner<3, 3>() -= light * normal_.transpose() / normal_.dot(light);
    matrix.topRightCorner<3, 1>() =
        light * normal_.dot(plane.r) / normal_.dot(light) + lift * normal_;
    actor_->GetUserMatrix()->DeepCopy(matrix.data());
    const Color shade = mix(floorColor(palette, true), palette.cast, palette.castStrength);
    actor_->GetProperty()->SetColor(shade[0] / 255.0, shade[1] / 255.0, shade[2] / 255.0);
}

void FloorShadow::show(const Camera& camera, bool visible) {
    actor_->SetVisibility(any_ && visible && camera.axes.col(2).dot(normal_) > 0.0);
}

}  // namespace momentree::render
