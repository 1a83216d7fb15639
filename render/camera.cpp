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

/// Two opposite edges of what may be filled, by the tangents of their angles from the middle, and
/// the distances of the viewer that each requires.
struct Edges {
    double lowTangent, highTangent, low, high;

    /// Of the viewer where the points just fit between both edges.
    double distance() const {
        return (highTangent * high + lowTangent * low) / (highTangent + lowTangent);
    }
    /// Of the picture for a viewer at distance z, so that the room beside the points is shared.
    double middle(double z) const {
        return highTangent * lowTangent * (high - low) / (highTangent + lowTangent) +
               0.5 * (lowTangent - highTangent) * (z - distance());
    }
};

Edges edgesOf(std::span<const Vector3d> points, int axis, double low, double high, double margin) {
    return {low, high, farthest(points, axis, -1.0, low, margin),
            farthest(points, axis, 1.0, high, margin)};
}

}  // namespace

void fit(Camera& camera, std::span<const Vector3d> points, double margin, int width, int height,
         const FreeStrips& free) {
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
        const double tall = room.y() * height / (height - free.top - free.bottom);
        const double wide = room.x() * width / (width - free.right);
        camera.height = 1.04 * std::max(tall, wide / aspect);
        const double pixel = camera.height / height;
        const Vector3d aside(0.5 * free.right * pixel, 0.5 * (free.top - free.bottom) * pixel, 0.0);
        camera.target = camera.axes * (0.5 * (low + high) + aside);
        return;
    }
    const double ty = std::tan(0.5 * Camera::angle) / 1.04, tx = ty * aspect;
    const Edges x = edgesOf(seen, 0, tx, tx * (1.0 - 2.0 * free.right / width), margin);
    const Edges y = edgesOf(seen, 1, ty * (1.0 - 2.0 * free.bottom / height),
                            ty * (1.0 - 2.0 * free.top / height), margin);
    const double z = std::max(x.distance(), y.distance());
    double middle = 0.0;
    for (const Vector3d& p : seen) middle += p.z() / static_cast<double>(seen.size());
    camera.target = camera.axes * Vector3d(x.middle(z), y.middle(z), middle);
    camera.height = 2.0 * (z - middle) * std::tan(0.5 * Camera::angle);
}

}  // namespace momentree::render
