// SPDX-License-Identifier: Apache-2.0
#include "render/mesh.hpp"

#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolygon.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/math/shortest_turn.hpp"
#include "core/model/plate_outline.hpp"

namespace momentree::render {
namespace {

using std::numbers::pi;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

Vector3d lift(const Frame& at, const Vector2d& p, double z) {
    return at.r + at.R * Vector3d(p.x(), p.y(), z);
}

/// A strip between two closed curves with equal numbers of points; `tilt` is the angle of its
/// normals above the plane.
void addBand(Mesh& mesh, const Frame& at, const Outline& low, double z0, const Outline& high,
             double z1, double tilt, const Color& color) {
    const auto n = static_cast<std::uint32_t>(low.points.size());
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    for (std::uint32_t k = 0; k < n; ++k) {
        const Vector2d& side = low.normals[k];
        const Vector3d normal =
            at.R * Vector3d(std::cos(tilt) * side.x(), std::cos(tilt) * side.y(), std::sin(tilt));
        mesh.add(lift(at, low.points[k], z0), normal, color);
        mesh.add(lift(at, high.points[k], z1), normal, color);
    }
    for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t a = first + 2 * k, b = first + 2 * ((k + 1) % n);
        mesh.quad(a, b, b + 1, a + 1);
    }
}

using Corners = std::array<std::uint32_t, 3>;

std::vector<Corners> trianglesOf(const Outline& outline) {
    std::vector<Corners> triangles;
    const auto n = static_cast<std::uint32_t>(outline.points.size());
    if (outline.convex) {
        for (std::uint32_t k = 2; k < n; ++k) triangles.push_back({0, k - 1, k});
        return triangles;
    }
    // Corners of notches occur twice.
    const vtkNew<vtkPolygon> polygon;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t k = 0; k < n; ++k) {
        const Vector2d& p = outline.points[k];
        if (k > 0 && p == outline.points[k - 1]) continue;
        const vtkIdType at = polygon->GetPoints()->InsertNextPoint(p.x(), p.y(), 0.0);
        polygon->GetPointIds()->InsertNextId(at);
        indices.push_back(k);
    }
    const vtkNew<vtkIdList> corners;
    polygon->Triangulate(corners);
    const auto at = [&](vtkIdType k) {
        return indices[static_cast<std::size_t>(corners->GetId(k))];
    };
    for (vtkIdType k = 0; k + 2 < corners->GetNumberOfIds(); k += 3)
        triangles.push_back({at(k), at(k + 1), at(k + 2)});
    return triangles;
}

/// @param colorAt of a point of the outline's plane
template <typename ColorAt>
void addFace(Mesh& mesh, const Frame& at, const Outline& outline, double z, bool up,
             const ColorAt& colorAt) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    const Vector3d normal = up ? at.R.col(2) : Vector3d(-at.R.col(2));
    for (const Vector2d& p : outline.points) mesh.add(lift(at, p, z), normal, colorAt(p));
    for (const auto& [a, b, c] : trianglesOf(outline))
        up ? mesh.triangle(first + a, first + b, first + c)
           : mesh.triangle(first + a, first + c, first + b);
}

Outline inset(const Outline& outline, double by) {
    Outline result = outline;
    for (std::size_t k = 0; k < result.points.size(); ++k)
        result.points[k] -= by * result.normals[k];
    return result;
}

}  // namespace

std::uint32_t Mesh::add(const Vector3d& point, const Vector3d& normal, const Color& color) {
    for (int k = 0; k < 3; ++k) {
        points.push_back(static_cast<float>(point[k]));
        normals.push_back(static_cast<float>(normal[k]));
    }
    colors.insert(colors.end(), color.begin(), color.end());
    return static_cast<std::uint32_t>(points.size() / 3 - 1);
}

void Mesh::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    triangles.insert(triangles.end(), {a, b, c});
}

void Mesh::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.insert(triangles.end(), {a, b, c, a, c, d});
}

Outline roundedRing(std::span<const Vector2d> corners, double radius, int sides) {
    Outline outline;
    const std::size_t n = corners.size();
    const auto add = [&](const Vector2d& point, const Vector2d& normal) {
        outline.points.push_back(point);
        outline.normals.push_back(normal);
    };
    const auto addArc = [&](const Vector2d& corner, double from, double turn, bool closed) {
        const int steps = std::max(1, static_cast<int>(std::ceil(turn / (2.0 * pi) * sides)));
        for (int i = 0; i < (closed ? steps : steps + 1); ++i) {
            const double angle = from + turn * i / steps;
            const Vector2d normal(std::cos(angle), std::sin(angle));
            add(corner + radius * normal, normal);
        }
    };
    if (n == 1) addArc(corners[0], 0.0, 2.0 * pi, true);
    const Ring mitred = pushedOut(corners, radius);
    for (std::size_t k = 0; k < n && n > 1; ++k) {
        const Vector2d in = (corners[k] - corners[(k + n - 1) % n]).normalized();
        const Vector2d out = (corners[(k + 1) % n] - corners[k]).normalized();
        const double turn = n == 2 ? pi : std::atan2(cross(in, out), in.dot(out));
        if (turn > 1e-9) {
            addArc(corners[k], std::atan2(-in.x(), in.y()), turn, false);
        } else {
            add(mitred[k], {in.y(), -in.x()});
            add(mitred[k], {out.y(), -out.x()});
            outline.convex = outline.convex && turn > -1e-9;
        }
    }
    return outline;
}

Outline roundedHull(std::span<const Vector2d> points, double radius, int sides) {
    return roundedRing(convexHull({points.begin(), points.end()}), radius, sides);
}

Frame frameAlong(const Vector3d& origin, const Vector3d& z, const Vector3d& hint) {
    Frame frame;
    frame.r = origin;
    const Vector3d axis = z.normalized();
    Vector3d side = hint - axis * axis.dot(hint);
    if (side.norm() < 1e-6 * (1.0 + hint.norm())) side = axis.unitOrthogonal();
    side.normalize();
    frame.R.col(0) = side;
    frame.R.col(1) = axis.cross(side);
    frame.R.col(2) = axis;
    return frame;
}

void addPlate(Mesh& mesh, const Frame& at, const Outline& outline, double z0, double z1,
              double chamfer, const Color& face, const Color& rim) {
    const Outline small = inset(outline, chamfer);
    const double depth = std::min(chamfer, 0.5 * (z1 - z0));
    const auto plain = [&](const Vector2d&) { return face; };
    addFace(mesh, at, small, z0, false, plain);
    if (chamfer > 0.0) addBand(mesh, at, small, z0, outline, z0 + depth, -pi / 4, rim);
    addBand(mesh, at, outline, z0 + depth, outline, z1 - depth, 0.0, rim);
    if (chamfer > 0.0) addBand(mesh, at, outline, z1 - depth, small, z1, pi / 4, rim);
    addFace(mesh, at, small, z1, true, plain);
}

void addPart(Mesh& mesh, const Frame& at, const Outline& outline, double z0, double z1,
             double chamfer, double line, const Finish& finish) {
    const Outline small = inset(outline, chamfer), inner = inset(outline, chamfer + line);
    const double depth = std::min(chamfer, 0.5 * (z1 - z0));
    // Linear in the plane, so that it does not depend on how the face is divided into triangles.
    const auto shade = [&](const Vector2d& p) {
        const double t = 0.5 + 0.5 * finish.across.dot(p - finish.middle);
        return mix(finish.dark, finish.light, std::clamp(t, 0.0, 1.0));
    };
    addFace(mesh, at, small, z0, false, shade);
    addBand(mesh, at, small, z0, outline, z0 + depth, -pi / 4, finish.outline);
    addBand(mesh, at, outline, z0 + depth, outline, z1 - depth, 0.0, finish.wall);
    addBand(mesh, at, outline, z1 - depth, small, z1, pi / 4, finish.outline);
    if (line > 0.0) addBand(mesh, at, small, z1, inner, z1, pi / 2, finish.line);
    addFace(mesh, at, inner, z1, true, shade);
}

void addHalo(Mesh& mesh, const Frame& at, const Outline& outline, double z, double inner,
             double outer, const Color& color, double innerAlpha, double outerAlpha) {
    const std::size_t before = mesh.points.size() / 3;
    addBand(mesh, at, inset(outline, -outer), z, inset(outline, -inner), z, pi / 2, color);
    mesh.alphas.resize(before, 255);
    for (std::size_t k = before; k < mesh.points.size() / 3; ++k)
        mesh.alphas.push_back(static_cast<std::uint8_t>(
            std::lround(255.0 * ((k - before) % 2 == 0 ? outerAlpha : innerAlpha))));
}

void addBox(Mesh& mesh, const Frame& at, const Vector3d& edges, const Color& color) {
    const double corner = 0.12 * edges.minCoeff();
    const double x = 0.5 * edges.x() - corner, y = 0.5 * edges.y() - corner;
    const std::array<Vector2d, 4> corners{Vector2d(-x, -y), Vector2d(x, -y), Vector2d(x, y),
                                          Vector2d(-x, y)};
    addPlate(mesh, at, roundedHull(corners, corner, 16), -0.5 * edges.z(), 0.5 * edges.z(),
             0.6 * corner, color, mix(color, {0, 0, 0}, 0.12));
}

void addTurned(Mesh& mesh, const Frame& at, std::span<const Turn> profile, const Color& color,
               int sides) {
    for (std::size_t k = 0; k + 1 < profile.size(); ++k) {
        const Turn& a = profile[k];
        const Turn& b = profile[k + 1];
        const double tilt = std::atan2(a.radius - b.radius, b.z - a.z);
        const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
        for (int i = 0; i < sides; ++i) {
            const double angle = 2.0 * pi * i / sides;
            const Vector2d out(std::cos(angle), std::sin(angle));
            const Vector3d normal =
                at.R * Vector3d(std::cos(tilt) * out.x(), std::cos(tilt) * out.y(), std::sin(tilt));
            mesh.add(lift(at, a.radius * out, a.z), normal, color);
            mesh.add(lift(at, b.radius * out, b.z), normal, color);
        }
        for (int i = 0; i < sides; ++i) {
            const auto p = first + 2 * static_cast<std::uint32_t>(i);
            const auto q = first + 2 * static_cast<std::uint32_t>((i + 1) % sides);
            mesh.quad(p, q, q + 1, p + 1);
        }
    }
}

void addCylinder(Mesh& mesh, const Frame& at, double radius, double z0, double z1,
                 const Color& color, int sides) {
    const double c = std::min(0.15 * radius, 0.25 * (z1 - z0));
    const std::array<Turn, 6> profile{Turn{0.0, z0},        Turn{radius - c, z0},
                                      Turn{radius, z0 + c}, Turn{radius, z1 - c},
                                      Turn{radius - c, z1}, Turn{0.0, z1}};
    addTurned(mesh, at, profile, color, sides);
}

namespace {

/// The part of a sphere between two latitudes and two longitudes.
void addLatitudes(Mesh& mesh, const Frame& at, double radius, int sides, double from, double to,
                  double east0, double east1, const Color& color) {
    const int rows = std::max(2, static_cast<int>(std::lround(sides * (to - from) / (2.0 * pi))));
    const int columns =
        std::max(2, static_cast<int>(std::lround(sides * (east1 - east0) / (2.0 * pi))));
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j <= columns; ++j) {
            const double latitude = from + (to - from) * i / rows;
            const double longitude = east0 + (east1 - east0) * j / columns;
            const Vector3d normal =
                at.R * Vector3d(std::cos(latitude) * std::cos(longitude),
                                std::cos(latitude) * std::sin(longitude), std::sin(latitude));
            mesh.add(at.r + radius * normal, normal, color);
        }
    const auto width = static_cast<std::uint32_t>(columns + 1);
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(rows); ++i)
        for (std::uint32_t j = 0; j + 1 < width; ++j) {
            const std::uint32_t a = first + i * width + j;
            mesh.quad(a, a + 1, a + width + 1, a + width);
        }
}

}  // namespace

void addSphere(Mesh& mesh, const Frame& at, double radius, const Color& color, int sides,
               double from, double to) {
    addLatitudes(mesh, at, radius, sides, from, to, 0.0, 2.0 * pi, color);
}

void addQuarteredSphere(Mesh& mesh, const Frame& at, double radius, const Color& a, const Color& b,
                        int sides) {
    for (int octant = 0; octant < 8; ++octant) {
        const int quarter = octant % 4;
        const bool upper = octant >= 4;
        const double south = upper ? 0.0 : -pi / 2;
        addLatitudes(mesh, at, radius, sides, south, south + pi / 2, quarter * pi / 2,
                     (quarter + 1) * pi / 2, (quarter % 2 == 0) == upper ? a : b);
    }
}

void addWire(Mesh& mesh, std::span<const Vector3d> path, double radius, const Color& color,
             int sides) {
    const std::size_t n = path.size();
    if (n < 2) return;
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    const auto ring = static_cast<std::uint32_t>(sides);
    Vector3d before = path[1] - path[0];
    Vector3d side = before.unitOrthogonal();
    for (std::size_t k = 0; k < n; ++k) {
        const Vector3d along =
            (path[std::min(k + 1, n - 1)] - path[k == 0 ? 0 : k - 1]).normalized();
        side = shortestTurn(before, along) * side;
        before = along;
        const Vector3d other = along.cross(side);
        for (int i = 0; i < sides; ++i) {
            const double angle = 2.0 * pi * i / sides;
            const Vector3d normal = std::cos(angle) * side + std::sin(angle) * other;
            mesh.add(path[k] + radius * normal, normal, color);
        }
    }
    for (std::uint32_t k = 0; k + 1 < n; ++k)
        for (std::uint32_t i = 0; i < ring; ++i) {
            const std::uint32_t a = first + k * ring + i, b = first + k * ring + (i + 1) % ring;
            mesh.quad(a, b, b + ring, a + ring);
        }
    const Frame start = frameAlong(path[0], path[0] - path[1]);
    const Frame end = frameAlong(path[n - 1], path[n - 1] - path[n - 2]);
    for (const Frame& cap : {start, end}) addSphere(mesh, cap, radius, color, sides, 0.0);
}

void addArrow(Mesh& mesh, const Frame& at, double length, double radius, const Color& color,
              int sides) {
    const double head = std::min(6.0 * radius, 0.6 * length);
    const std::array<Turn, 5> profile{Turn{0.0, 0.0}, Turn{radius, 0.0},
                                      Turn{radius, length - head},
                                      Turn{2.4 * radius, length - head}, Turn{0.0, length}};
    addTurned(mesh, at, profile, color, sides);
}

void addArcArrow(Mesh& mesh, const Frame& at, double circle, double from, double to, double radius,
                 const Color& color, int sides) {
    const double turn = to > from ? 1.0 : -1.0;
    const double head = std::min(7.0 * radius, 0.6 * circle);
    const double neck = to - turn * head / circle;
    std::vector<Vector3d> path;
    const int steps = std::max(4, static_cast<int>(std::abs(neck - from) / (2.0 * pi) * 40));
    for (int k = 0; k <= steps; ++k) {
        const double angle = from + (neck - from) * k / steps;
        path.push_back(lift(at, circle * Vector2d(std::cos(angle), std::sin(angle)), 0.0));
    }
    addWire(mesh, path, radius, color, sides);
    // The head points along the chord, so that its tip lies on the circle.
    const Vector3d tip = lift(at, circle * Vector2d(std::cos(to), std::sin(to)), 0.0);
    const Frame frame = frameAlong(path.back(), tip - path.back());
    const std::array<Turn, 3> cone{Turn{0.0, 0.0}, Turn{2.6 * radius, 0.0},
                                   Turn{0.0, (tip - path.back()).norm()}};
    addTurned(mesh, frame, cone, color, sides);
}

}  // namespace momentree::render
