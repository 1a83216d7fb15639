// SPDX-License-Identifier: Apache-2.0
#include "core/model/link_mass.hpp"

#include <vector>

#include "core/model/plate_outline.hpp"

namespace momentree {
namespace {

/// The four corners of a bar with square ends.
Ring barOf(const Vector2d& a, const Vector2d& b, double half) {
    const Vector2d t = a == b ? Vector2d(Vector2d::UnitX()) : Vector2d((b - a).normalized());
    const Vector2d n(-t.y(), t.x());
    return {a - half * (t + n), b + half * (t - n), b + half * (t + n), a - half * (t - n)};
}

Ring cutAlong(std::span<const Vector3d> points, double half, PlateCut cut) {
    const Ring flat = flattened(points, Matrix3d::Identity());
    const Ring ring = cut == PlateCut::Hull ? convexHull(flat) : simpleRing(flat);
    if (ring.size() < 3) return barOf(ring.front(), ring.back(), half);
    return pushedOut(ring, rimOf(ring, half));
}

}  // namespace

MassProperties massOf(const LinkPlate& plate, std::span<const Vector3d> points, PlateCut cut) {
    const Ring corners = cutAlong(points, 0.5 * plate.width, cut);
    // Moments of the polygon about its first corner.
    const Vector2d& base = corners.front();
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
