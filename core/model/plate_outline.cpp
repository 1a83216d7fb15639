// SPDX-License-Identifier: Apache-2.0
#include "core/model/plate_outline.hpp"

#include <algorithm>
#include <cmath>

namespace momentree {
namespace {

constexpr double flatness = 1e-9;  ///< [m]

double twiceArea(std::span<const Vector2d> ring) {
    double sum = 0.0;
    for (std::size_t k = 1; k + 1 < ring.size(); ++k)
        sum += cross(ring[k] - ring[0], ring[k + 1] - ring[0]);
    return sum;
}

struct Edge {
    Vector2d a, b;

    /// Side of the edge's line on which a point lies: -1, 0 or 1.
    int side(const Vector2d& p) const {
        const Vector2d along = b - a, to = p - a;
        const double turn = cross(along, to), tiny = 1e-12 * along.norm() * to.norm();
        return turn > tiny ? 1 : turn < -tiny ? -1 : 0;
    }
    bool holds(const Vector2d& p) const {
        return side(p) == 0 && (p - a).dot(b - a) >= 0.0 && (p - b).dot(a - b) >= 0.0;
    }
    bool goesBackAlong(const Edge& next) const {
        return side(next.b) == 0 && (next.b - next.a).dot(b - a) < 0.0;
    }
    bool meets(const Edge& other) const {
        if (side(other.a) * side(other.b) < 0 && other.side(a) * other.side(b) < 0) return true;
        return holds(other.a) || holds(other.b) || other.holds(a) || other.holds(b);
    }
};

Edge edgeOf(std::span<const Vector2d> ring, std::size_t k) {
    return {ring[k], ring[(k + 1) % ring.size()]};
}

/// Whether the first `edges` edges of a ring meet only at common corners.
bool noneMeet(std::span<const Vector2d> ring, std::size_t edges) {
    const std::size_t n = ring.size();
    for (std::size_t k = 0; k < edges; ++k) {
        const Edge edge = edgeOf(ring, k);
        if (edge.a == edge.b) return false;
        for (std::size_t l = k + 1; l < edges; ++l) {
            const Edge other = edgeOf(ring, l);
            const bool follows = l == k + 1, precedes = (l + 1) % n == k;
            // Neighbours share a corner but must not overlap.
            const bool meet = follows    ? edge.goesBackAlong(other)
                              : precedes ? other.goesBackAlong(edge)
                                         : edge.meets(other);
            if (meet) return false;
        }
    }
    return true;
}

bool keepsDirections(std::span<const Vector2d> ring, std::span<const Vector2d> moved) {
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const Edge before = edgeOf(ring, k), after = edgeOf(moved, k);
        if ((before.b - before.a).dot(after.b - after.a) <= 0.0) return false;
    }
    return true;
}

}  // namespace

Ring convexHull(std::vector<Vector2d> points) {
    std::sort(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    const double tiny = 1e-9 * (points.back() - points.front()).squaredNorm();
    Ring hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t first = hull.size();
        for (const Vector2d& p : points) {
            while (hull.size() >= first + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= tiny)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

bool isSimple(std::span<const Vector2d> ring) {
    return ring.size() > 2 && noneMeet(ring, ring.size());
}

bool isSimpleLine(std::span<const Vector2d> corners) {
    return corners.size() < 2 || noneMeet(corners, corners.size() - 1);
}

Ring simpleRing(std::span<const Vector2d> corners) {
    Ring ring(corners.begin(), corners.end());
    if (!isSimple(ring)) return convexHull(std::move(ring));
    if (twiceArea(ring) < 0.0) std::reverse(ring.begin(), ring.end());
    return ring;
}

bool contains(std::span<const Vector2d> ring, const Vector2d& point) {
    bool inside = false;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const auto [a, b] = edgeOf(ring, k);
        if ((a.y() > point.y()) == (b.y() > point.y())) continue;
        if (point.x() < a.x() + (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()))
            inside = !inside;
    }
    return inside;
}

Ring pushedOut(std::span<const Vector2d> ring, double by) {
    Ring pushed;
    const std::size_t n = ring.size();
    for (std::size_t k = 0; k < n; ++k) {
        const Vector2d in = (ring[k] - ring[(k + n - 1) % n]).normalized();
        const Vector2d out = (ring[(k + 1) % n] - ring[k]).normalized();
        const Vector2d n1(in.y(), -in.x()), n2(out.y(), -out.x());
        // Limit the mitre at sharp corners to one width.
        const double mitre = std::max(1.0 + n1.dot(n2), 0.25);
        pushed.push_back(ring[k] + by / mitre * (n1 + n2));
    }
    return pushed;
}

double rimOf(std::span<const Vector2d> ring, double most) {
    const auto open = [&](double rim) {
        const Ring pushed = pushedOut(ring, rim);
        return keepsDirections(ring, pushed) && isSimple(pushed);
    };
    if (open(most)) return most;
    constexpr int halvings = 30;
    double closed = most, rim = 0.0;
    for (int k = 0; k < halvings; ++k) {
        const double middle = 0.5 * (rim + closed);
        (open(middle) ? rim : closed) = middle;
    }
    // Half of the limit, so that the notch stays visible.
    return 0.5 * rim;
}

Matrix3d axesOfPlate(std::span<const Vector3d> points) {
    const auto flat = [&](const Vector3d& p) {
        return std::abs(p.z() - points.front().z()) < flatness;
    };
    if (std::ranges::all_of(points, flat)) return Matrix3d::Identity();
    Vector3d normal = Vector3d::Zero(), far = Vector3d::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Vector3d p = points[k] - points[0];
        normal += p.cross(points[(k + 1) % points.size()] - points[0]);
        if (p.norm() > far.norm()) far = p;
    }
    const Vector3d x = far.normalized();
    if (normal.norm() < 1e-12) normal = Vector3d::UnitZ() - x * x.z();
    if (normal.norm() < 1e-6 * far.squaredNorm()) normal = x.unitOrthogonal();
    const Vector3d z = (normal - x * x.dot(normal)).normalized();
    Matrix3d R;
    R << x, z.cross(x), z;
    return R;
}

Ring flattened(std::span<const Vector3d> points, const Matrix3d& axes) {
    Ring ring;
    for (const Vector3d& p : points) ring.push_back((axes.transpose() * p).head<2>());
    return ring;
}

std::vector<Vector3d> outlineOf(const Model& model, const Body& body) {
    std::vector<Vector3d> corners;
    if (body.shape.kind != ShapeDescription::Kind::Polygon) return corners;
    for (const std::string& name : body.shape.corners)
        for (const int m : body.markers)
            if (const Marker& marker = model.markers[static_cast<std::size_t>(m)];
                marker.name == name)
                corners.push_back(marker.frame.r);
    return corners;
}

std::vector<Vector3d> outlineOf(const BodyDescription& body) {
    std::vector<Vector3d> corners;
    if (body.shape.kind != ShapeDescription::Kind::Polygon) return corners;
    for (const std::string& name : body.shape.corners)
        for (const MarkerDescription& marker : body.markers)
            if (const Scalar3& p = marker.position; marker.name == name)
                corners.emplace_back(p[0].value, p[1].value, p[2].value);
    return corners;
}

bool crossesItself(const BodyDescription& body) {
    const std::vector<Vector3d> corners = outlineOf(body);
    return corners.size() > 2 && !isSimple(flattened(corners, axesOfPlate(corners)));
}

}  // namespace momentree
