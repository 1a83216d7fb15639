// SPDX-License-Identifier: Apache-2.0
#include "core/model/link_mass.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace momentree {
namespace {

using Vector2d = Eigen::Vector2d;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Counter-clockwise, without points on edges (monotone chain).
std::vector<Vector2d> hullOf(std::vector<Vector2d> points) {
    std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<Vector2d> hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t first = hull.size();
        for (const Vector2d& p : points) {
            while (hull.size() >= first + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0.0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// The four corners of a bar, or the hull with its edges pushed out and mitred.
std::vector<Vector2d> outline(std::span<const Vector3d> points, double half) {
    std::vector<Vector2d> flat;
    for (const Vector3d& p : points) flat.emplace_back(p.x(), p.y());
    const std::vector<Vector2d> hull = hullOf(std::move(flat));
    if (hull.size() < 3) {
        const Vector2d a = hull.front(), b = hull.back();
        const Vector2d t = a == b ? Vector2d(Vector2d::UnitX()) : Vector2d((b - a).normalized());
        const Vector2d n(-t.y(), t.x());
        return {a - half * (t + n), b + half * (t - n), b + half * (t + n), a - half * (t - n)};
    }
    std::vector<Vector2d> pushed;
    for (std::size_t k = 0; k < hull.size(); ++k) {
        const Vector2d& p = hull[k];
        const Vector2d in = (p - hull[(k + hull.size() - 1) % hull.size()]).normalized();
        const Vector2d out = (hull[(k + 1) % hull.size()] - p).normalized();
        const Vector2d n1(in.y(), -in.x()), n2(out.y(), -out.x());
        // A sharp corner is not drawn out farther than a whole width.
        const double mitre = std::max(1.0 + n1.dot(n2), 0.25);
        pushed.push_back(p + half / mitre * (n1 + n2));
    }
    return pushed;
}

}  // namespace

MassProperties massOf(const LinkPlate& plate, std::span<const Vector3d> points) {
    const std::vector<Vector2d> corners = outline(points, 0.5 * plate.width);
    // Moments of the polygon about its first corner.
    const Vector2d base = corners.front();
    double area = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    Vector2d first = Vector2d::Zero();
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vector2d a = corners[k] - base, b = corners[(k + 1) % corners.size()] - base;
        const double twice = cross(a, b);
        area += twice / 2.0;
        first += twice / 6.0 * (a + b);
        xx += twice / 12.0 * (a.x() * a.x() + a.x() * b.x() + b.x() * b.x());
        yy += twice / 12.0 * (a.y() * a.y() + a.y() * b.y() + b.y() * b.y());
        xy += twice / 24.0 *
              (2.0 * a.x() * a.y() + a.x() * b.y() + b.x() * a.y() + 2.0 * b.x() * b.y());
    }
    const Vector2d c = first / area;
    const double sheet = plate.density * plate.thickness;
    MassProperties found;
    found.mass = sheet * area;
    found.com << base + c, 0.0;
    const double Ix = sheet * (yy - area * c.y() * c.y()), Iy = sheet * (xx - area * c.x() * c.x());
    const double Ixy = sheet * (xy - area * c.x() * c.y());
    const double flat = found.mass * plate.thickness * plate.thickness / 12.0;
    found.J_C << Ix + flat, -Ixy, 0.0, -Ixy, Iy + flat, 0.0, 0.0, 0.0, Ix + Iy;
    return found;
}

}  // namespace momentree
