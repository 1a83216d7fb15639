// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "render/scene.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// The point of view of a scene. It rotates about the model's up axis, so that the horizon stays
/// level.
struct Camera {
    Vector3d target = Vector3d::Zero();    ///< middle of the picture
    Matrix3d axes = Matrix3d::Identity();  ///< columns: right, up, towards the viewer
    Vector3d pole = Vector3d::UnitY();     ///< axis of rotation
    double height = 2.0;                   ///< height of the picture at the target [m]
    bool parallel = false;

    static constexpr double angle = 0.5236;  ///< vertical angle of view [rad]
    double distance() const;
    Vector3d position() const { return target + distance() * axes.col(2); }
};

/// A point in the picture [pixels, origin top left]; depth is positive in front of the viewer [m].
struct Projected {
    double x = 0.0, y = 0.0, depth = 0.0;
};
Projected project(const Camera& camera, const Vector3d& point, int width, int height);
/// Size of a pixel at the target [m].
double pixelSize(const Camera& camera, int height);

void lookFrom(Camera& camera, const Stage& stage, StandardView view);
/// Rotates by a mouse movement [pixels]; the width of the picture is half a turn.
void orbit(Camera& camera, double dx, double dy, int height);
void pan(Camera& camera, double dx, double dy, int height);
/// Enlarges by `factor`, keeping the point (x, y) of the picture fixed.
void zoom(Camera& camera, double factor, double x, double y, int width, int height);
/// Strips of the picture without points [pixels], each less than half of its height or width.
struct FreeStrips {
    double top = 0.0, bottom = 0.0, right = 0.0;
};
/// Moves the camera until all points are in the picture, with `margin` [m] around each of them.
void fit(Camera& camera, std::span<const Vector3d> points, double margin, int width, int height,
         const FreeStrips& free = {});

}  // namespace momentree::render
