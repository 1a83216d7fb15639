// SPDX-License-Identifier: Apache-2.0
#include "render/camera.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace momentree::render {

double Camera::distance() const { return 0.5 * height / std::tan(0.5 * angle); }

Projected project(const Camera& camera, const Vector3d& point, int width, int height) {
    const Vector3d p = camera.axes.transpose() * (point - camera.target);
    const double depth = camera.distance() - p.z();
    const double scale = height / camera.height *
                         (camera.parallel ? 1.0 : camera.distance() / std::max(depth, 1e-300));
    return {0.5 * width + scale * p.x(), 0.5 * height - scale * p.y(), depth};
}

double pixelSize(const Camera& camera, int height) { return camera.height / height; }

void lookFrom(Camera& camera, const Stage& stage, StandardView view) {
    const Vector3d &right = stage.right, &up = stage.up, &front = stage.front;
    Vector3d back = front, top = up;
    switch (view) {
        case StandardView::Front:
            break;
        case StandardView::Back:
            back = -front;
            break;
        case StandardView::Left:
            back = -right;
            break;
        case StandardView::Right:
            back = right;
            break;
        case StandardView::Top:
            back = up;
            top = -front;
            break;
        case StandardView::Bottom:
            back = -up;
            top = front;
            break;
        case StandardView::Isometric:
            back = 0.55 * right + 0.42 * up + 0.8 * front;
            break;
    }
    back.normalize();
    camera.pole = up;
    camera.axes.col(2) = back;
    camera.axes.col(0) = top.cross(back).normalized();
    camera.axes.col(1) = back.cross(camera.axes.col(0));
}

void orbit(Camera& camera, double dx, double dy, int height) {
    const double turn = std::numbers::pi / height;
    const Eigen::AngleAxisd azimuth(-turn * dx, camera.pole);
    // Elevation is limited below the poles, where right and left would swap.
    const double elevation = std::asin(std::clamp(camera.axes.col(2).dot(camera.pole), -1.0, 1.0));
    const double limit = 0.5 * std::numbers::pi - 1e-3;
    const double wanted = std::clamp(elevation + turn * dy, -limit, limit);
    const Eigen::AngleAxisd tilt(-(wanted - elevation), Vector3d(camera.axes.col(0)));
    const Matrix3d turned = azimuth.toRotationMatrix() * tilt.toRotationMatrix() * camera.axes;
    camera.axes = Eigen::Quaterniond(turned).normalized().toRotationMatrix();
}

void pan(Camera& camera, double dx, double dy, int height) {
    const double pixel = pixelSize(camera, height);
    camera.target += pixel * (-dx * camera.axes.col(0) + dy * camera.axes.col(1));
}

void zoom(Camera& camera, double factor, double x, double y, int width, int height) {
    const double pixel = pixelSize(camera, height);
    const Vector3d towards =
        pixel * ((x - 0.5 * width) * camera.axes.col(0) + (0.5 * height - y) * camera.axes.col(1));
    camera.target += (1.0 - 1.0 / factor) * towards;
    camera.height /= factor;
}

namespace {

/// Maximum of s x / tangent + z over the points: the distance of the viewer required by edge s of
/// the picture.
double farthest(std::span<const Vector3d> points, int axis, double s, double tangent,
                double margin) {
    const double room = margin * std::sqrt(1.0 + 1.0 / (tangent * tangent));
    double most = -std::numeric_limits<double>::infinity();
    for (const Vector3d& p : points) most = std::max(most, s * p[axis] / tangent + p.z() + room);
    return most;
}

}  // namespace

void fit(Camera& camera, std::span<const Vector3d> points, double margin, int width, int height,
         double top, double bottom) {
    if (points.empty()) return;
    const double aspect = static_cast<double>(width) / height;
    std::vector<Vector3d> seen;
    for (const Vector3d& p : points) seen.push_back(camera.axes.transpose() * p);
    if (camera.parallel) {
        Vector3d low = seen.front(), high = seen.front();
        for (const Vector3d& p : seen) {
            low = low.cwiseMin(p);
            high = high.cwiseMax(p);
        }
        const Vector3d room = high - low + Vector3d::Constant(2.0 * margin);
        const double free = height / (height - top - bottom);
        camera.height = 1.04 * std::max(free * room.y(), room.x() / aspect);
        const double raised = 0.5 * (top - bottom) * camera.height / height;
        camera.target = camera.axes * (0.5 * (low + high) + raised * Vector3d::UnitY());
        return;
    }
    const double ty = std::tan(0.5 * Camera::angle) / 1.04, tx = ty * aspect;
    const double east = farthest(seen, 0, 1.0, tx, margin);
    const double west = farthest(seen, 0, -1.0, tx, margin);
    // The edges of what may be filled.
    const double tn = ty * (1.0 - 2.0 * top / height), ts = ty * (1.0 - 2.0 * bottom / height);
    const double north = farthest(seen, 1, 1.0, tn, margin);
    const double south = farthest(seen, 1, -1.0, ts, margin);
    const double tall = (tn * north + ts * south) / (tn + ts);
    const double z = std::max(0.5 * (east + west), tall);
    const double y = (tn * ts * (north - south)) / (tn + ts) + 0.5 * (ts - tn) * (z - tall);
    double middle = 0.0;
    for (const Vector3d& p : seen) middle += p.z() / static_cast<double>(seen.size());
    camera.target = camera.axes * Vector3d(0.5 * tx * (east - west), y, middle);
    camera.height = 2.0 * (z - middle) * std::tan(0.5 * Camera::angle);
}

}  // namespace momentree::render
