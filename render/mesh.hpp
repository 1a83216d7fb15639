// SPDX-License-Identifier: Apache-2.0
// Triangles with normals and colours, and the solids used by symbols.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/math/spatial.hpp"
#include "render/theme.hpp"

namespace momentree::render {

using Vector2d = Eigen::Vector2d;

struct Mesh {
    std::vector<float> points, normals;  ///< [3 n]
    std::vector<std::uint8_t> colors;    ///< [3 n]
    std::vector<std::uint8_t> alphas;    ///< [n], or empty: opaque
    std::vector<std::uint32_t> triangles;

    std::uint32_t add(const Vector3d& point, const Vector3d& normal, const Color& color);
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
    bool empty() const { return triangles.empty(); }
    bool operator==(const Mesh&) const = default;
};

/// A closed curve, counter-clockwise, with its outward normals.
struct Outline {
    std::vector<Vector2d> points, normals;
    bool convex = true;
};

/// Everything within `radius` of a counter-clockwise ring: a disc, a bar with round ends or a plate
/// with round corners; corners of notches stay sharp.
/// @param sides corners of a full circle
Outline roundedRing(std::span<const Vector2d> corners, double radius, int sides);
/// The same for the convex hull of points.
Outline roundedHull(std::span<const Vector2d> points, double radius, int sides);

/// The frame at `origin` with z axis `z` (any length) and an x axis near `hint`.
Frame frameAlong(const Vector3d& origin, const Vector3d& z,
                 const Vector3d& hint = Vector3d::UnitX());

/// A plate from z0 to z1 of `at` with rims in a separate colour, chamfered unless `chamfer` is 0.
void addPlate(Mesh& mesh, const Frame& at, const Outline& outline, double z0, double z1,
              double chamfer, const Color& face, const Color& rim);

/// A box about `at` with chamfered edges along its axes.
void addBox(Mesh& mesh, const Frame& at, const Vector3d& edges, const Color& color);

/// How the plate of a part is coloured: a dark outline along its chamfer, a light line inside it,
/// and a face that is shaded across `across` from `dark` at -1 to `light` at 1.
struct Finish {
    Color wall, outline, line, dark, light;
    Vector2d across = Vector2d::Zero();  ///< 1 / m
    Vector2d middle = Vector2d::Zero();  ///< where the face is half way [m]
};
/// A chamfered plate from z0 to z1 of `at` that looks like a part.
/// @param line width of the light line, 0 for none [m]
void addPart(Mesh& mesh, const Frame& at, const Outline& outline, double z0, double z1,
             double chamfer, double line, const Finish& finish);
/// A flat ring at height z of `at`, between two distances outside of an outline [m], with opacities
/// at both.
void addHalo(Mesh& mesh, const Frame& at, const Outline& outline, double z, double inner,
             double outer, const Color& color, double innerAlpha, double outerAlpha);

/// One point of the profile of a turned part.
struct Turn {
    double radius = 0.0, z = 0.0;
};
/// A turned part about z of `at`; the profile runs from bottom to top, its edges stay sharp.
void addTurned(Mesh& mesh, const Frame& at, std::span<const Turn> profile, const Color& color,
               int sides);
/// A cylinder with chamfered ends.
void addCylinder(Mesh& mesh, const Frame& at, double radius, double z0, double z1,
                 const Color& color, int sides);
/// The part of a sphere between two latitudes [rad], smooth.
void addSphere(Mesh& mesh, const Frame& at, double radius, const Color& color, int sides,
               double from = -1.5707963267948966, double to = 1.5707963267948966);
/// The mark of a centre of mass: a sphere of eight octants, alternately dark and light.
void addQuarteredSphere(Mesh& mesh, const Frame& at, double radius, const Color& a, const Color& b,
                        int sides);
/// A wire along a path, open ends closed by caps.
void addWire(Mesh& mesh, std::span<const Vector3d> path, double radius, const Color& color,
             int sides);
/// An arrow from 0 to `length` along z of `at`.
void addArrow(Mesh& mesh, const Frame& at, double length, double radius, const Color& color,
              int sides);
/// Part of a circle about z of `at` with an arrow head at its end. Angles from x [rad].
void addArcArrow(Mesh& mesh, const Frame& at, double circle, double from, double to, double radius,
                 const Color& color, int sides);

}  // namespace momentree::render
