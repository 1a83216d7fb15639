// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "render/scene.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// Where the scene is seen from. Turns about the model's up axis, so that the horizon stays level.
struct Camera {
    Vector3d target = Vector3d::Zero();    ///< middle of the picture
    Matrix3d axes = Matrix3d::Identity();  ///< columns: right, up, towards the viewer
    Vector3d pole = Vector3d::UnitY();     ///< axis of turning
    double height = 2.0;                   ///< of the picture at the target [m]
    bool parallel = false;

    static constexpr double angle = 0.5236;  ///< of view, vertical [rad]
    double distance() const;
    Vector3d position() const { return target + distance() * axes.col(2); }
};

/// A point of the picture [pixels, origin top left]; depth is positive in front of the viewer [m].
struct Projected {
    double x = 0.0, y = 0.0, depth = 0.0;
};
Projected project(const Camera& camera, const Vector3d& point, int width, int height);
/// Size of a pixel at the target [m].
double pixelSize(const Camera& camera, int height);

void lookFrom(Camera& camera, const Stage& stage, StandardView view);
/// By a mouse move [pixels]; half a turn across the picture.
void orbit(Camera& camera, double dx, double dy, int height);
void pan(Camera& camera, double dx, double dy, int height);
/// Enlarges by `factor` with the point (x, y) of the picture held.
void zoom(Camera& camera, double factor, double x, double y, int width, int height);
/// Moves until all points are in the picture, with room of `margin` [m] around each of them.
void fit(Camera& camera, std::span<const Vector3d> points, double margin, int width, int height);

}  // namespace momentree::render
