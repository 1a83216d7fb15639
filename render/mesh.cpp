// SPDX-License-Identifier: Apache-2.0
#include "render/mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace momentree::render {
namespace {

using std::numbers::pi;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Corners of the convex hull, counter-clockwise (Andrew's monotone chain); two for points in line.
std::vector<Vector2d> convexHull(std::vector<Vector2d> points) {
    std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    const double tiny = 1e-9 * (points.back() - points.front()).squaredNorm();
    std::vector<Vector2d> hull;
    const auto turnsLeft = [&](const Vector2d& p) {
        const std::size_t n = hull.size();
        return cross(hull[n - 1] - hull[n - 2], p - hull[n - 1]) > tiny;
    };
    for (const Vector2d& p : points) {
        while (hull.size() >= 2 && !turnsLeft(p)) hull.pop_back();
        hull.push_back(p);
    }
    const std::size_t lower = hull.size() + 1;
    for (auto p = points.rbegin() + 1; p != points.rend(); ++p) {
        while (hull.size() >= lower && !turnsLeft(*p)) hull.pop_back();
        hull.push_back(*p);
    }
    hull.pop_back();
    return hull;
}

Vector3d lift(const Frame& at, const Vector2d& p, double z) {
    return at.r + at.R * Vector3d(p.x(), p.y(), z);
}

/// A strip between two closed curves of as many points; `tilt` is the angle of its normals above
/// the plane.
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

void addFace(Mesh& mesh, const Frame& at, const Outline& outline, double z, bool up,
             const Color& color) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    const Vector3d normal = up ? at.R.col(2) : Vector3d(-at.R.col(2));
    for (const Vector2d& p : outline.points) mesh.add(lift(at, p, z), normal, color);
    const auto n = static_cast<std::uint32_t>(outline.points.size());
    for (std::uint32_t k = 2; k < n; ++k)
        up ? mesh.triangle(first, first + k - 1, first + k)
           : mesh.triangle(first, first + k, first + k - 1);
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

Outline roundedHull(std::span<const Vector2d> points, double radius, int sides) {
    const std::vector<Vector2d> corners = convexHull({points.begin(), points.end()});
    Outline outline;
    const std::size_t n = corners.size();
    for (std::size_t k = 0; k < n; ++k) {
        double from = 0.0, to = 2.0 * pi;
        if (n > 1) {
            const Vector2d in = corners[k] - corners[(k + n - 1) % n];
            const Vector2d out = corners[(k + 1) % n] - corners[k];
            from = std::atan2(-in.x(), in.y());
            to = std::atan2(-out.x(), out.y());
            while (to <= from) to += 2.0 * pi;
        }
        const int steps = std::max(1, static_cast<int>(std::ceil((to - from) / (2 * pi) * sides)));
        for (int i = 0; i < (n > 1 ? steps + 1 : steps); ++i) {
            const double angle = from + (to - from) * i / steps;
            outline.normals.emplace_back(std::cos(angle), std::sin(angle));
            outline.points.push_back(corners[k] + radius * outline.normals.back());
        }
    }
    return outline;
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
    addFace(mesh, at, small, z0, false, face);
    if (chamfer > 0.0) addBand(mesh, at, small, z0, outline, z0 + depth, -pi / 4, rim);
    addBand(mesh, at, outline, z0 + depth, outline, z1 - depth, 0.0, rim);
    if (chamfer > 0.0) addBand(mesh, at, outline, z1 - depth, small, z1, pi / 4, rim);
    addFace(mesh, at, small, z1, true, face);
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
    Vector3d side = (path[1] - path[0]).unitOrthogonal();
    for (std::size_t k = 0; k < n; ++k) {
        const Vector3d along =
            (path[std::min(k + 1, n - 1)] - path[k == 0 ? 0 : k - 1]).normalized();
        side = (side - along * along.dot(side)).normalized();
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
    // The head points along the chord so that its tip lies on the circle.
    const Vector3d tip = lift(at, circle * Vector2d(std::cos(to), std::sin(to)), 0.0);
    const Frame frame = frameAlong(path.back(), tip - path.back());
    const std::array<Turn, 3> cone{Turn{0.0, 0.0}, Turn{2.6 * radius, 0.0},
                                   Turn{0.0, (tip - path.back()).norm()}};
    addTurned(mesh, frame, cone, color, sides);
}

}  // namespace momentree::render
