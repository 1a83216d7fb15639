// SPDX-License-Identifier: Apache-2.0
#include "render/picking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/plate_outline.hpp"
#include "render/joint_symbols.hpp"

namespace momentree::render {
namespace {

/// The nearest element so far; if several cover the point, the one closest to the viewer.
struct Nearest {
    double distance = std::numeric_limits<double>::infinity();
    double depth = std::numeric_limits<double>::infinity();
    int index = -1;
    void offer(double d, double z, int i) {
        if (d < distance - 1e-9 || (d <= distance + 1e-9 && z < depth)) {
            distance = d;
            depth = z;
            index = i;
        }
    }
};

/// Distance from (x, y) to the segment between two projected points, and its depth there.
std::pair<double, double> toSegment(const Projected& a, const Projected& b, double x, double y) {
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    const double t =
        square > 0.0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
    return {std::hypot(x - a.x - t * dx, y - a.y - t * dy), a.depth + t * (b.depth - a.depth)};
}

int jointAt(const Model& model, const Stage& stage, std::span<const Frame> poses,
            const Spot& spot) {
    const double pixel = pixelSize(spot.camera, spot.height);
    Nearest joint;
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
        const Projected p =
            project(spot.camera, worldFrame(poses, model.joints[i].A).r, spot.width, spot.height);
        if (p.depth <= 0.0) continue;
        const double off = std::hypot(p.x - spot.x, p.y - spot.y);
        if (off <= std::max(spot.tolerance, 0.6 * stage.unit / pixel))
            joint.offer(off, p.depth, static_cast<int>(i));
    }
    return joint.index;
}

int symbolAt(std::span<const SymbolLine> symbols, const Spot& spot) {
    const double pixel = pixelSize(spot.camera, spot.height);
    Nearest symbol;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const SymbolLine& drawn = symbols[i];
        for (std::size_t k = 1; k < drawn.line.size(); ++k) {
            const auto seen = [&](const Vector3d& p) {
                return project(spot.camera, p, spot.width, spot.height);
            };
            const Projected a = seen(drawn.line[k - 1]), b = seen(drawn.line[k]);
            if (a.depth <= 0.0 || b.depth <= 0.0) continue;
            const auto [off, depth] = toSegment(a, b, spot.x, spot.y);
            const double outside = std::max(0.0, off - drawn.reach / pixel);
            if (outside <= 0.6 * spot.tolerance) symbol.offer(outside, depth, static_cast<int>(i));
        }
    }
    return symbol.index;
}

template <typename See>
std::vector<Projected> seenAll(std::span<const Vector3d> points, const See& see) {
    std::vector<Projected> seen;
    for (const Vector3d& p : points) seen.push_back(see(p));
    return seen;
}

double depthOf(std::span<const Projected> corners) {
    double sum = 0.0;
    for (const Projected& corner : corners) sum += corner.depth;
    return sum / static_cast<double>(corners.size());
}

/// Whether a plate covers the spot.
/// @param hull cut along the convex hull of its corners
bool covers(std::span<const Projected> corners, bool hull, const Spot& spot) {
    Ring ring;
    for (const Projected& corner : corners) {
        if (corner.depth <= 0.0) return false;
        ring.emplace_back(corner.x, corner.y);
    }
    return contains(hull ? convexHull(std::move(ring)) : ring, {spot.x, spot.y});
}

/// Whether a body in the plane is cut along the hull of its points.
bool isCut(const ShapeDescription& shape) {
    using Kind = ShapeDescription::Kind;
    return shape.kind == Kind::Auto || shape.kind == Kind::Bar || shape.kind == Kind::Polygon;
}

int bodyAt(const Model& model, const Stage& stage, std::span<const Frame> poses, const Spot& spot) {
    const double pixel = pixelSize(spot.camera, spot.height);
    Nearest body;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Form& form = stage.forms[i];
        const auto seen = [&](const Vector3d& p) {
            return project(spot.camera, poses[i].r + poses[i].R * p, spot.width, spot.height);
        };
        const auto offer = [&](const Projected& a, const Projected& b, double radius) {
            if (a.depth <= 0.0 || b.depth <= 0.0) return;
            const auto [off, depth] = toSegment(a, b, spot.x, spot.y);
            // Inside the solid the distance is 0, so that the one in front wins.
            const double outside = std::max(0.0, off - radius / pixel);
            if (outside <= spot.tolerance) body.offer(outside, depth, static_cast<int>(i));
        };
        const Vector3d origin = Vector3d::Zero();
        const double ball = form.ball > 0.0 ? 2.3 * stage.unit : 0.9 * stage.unit;
        const double solid = std::max({ball, form.disc, 0.5 * form.box.minCoeff()});
        offer(seen(origin), seen(origin), solid);
        const auto corners = seenAll(form.outline.empty() ? form.points : form.outline, seen);
        const std::size_t n = corners.size();
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t l = k + 1; l < n; ++l)
                if (form.outline.empty() || l == k + 1 || l - k + 1 == n)
                    offer(corners[k], corners[l], stage.unit);
        const bool plate =
            !form.outline.empty() || (stage.planar && n > 2 && isCut(model.bodies[i].shape));
        if (plate && covers(corners, form.outline.empty(), spot))
            body.offer(0.0, depthOf(corners), static_cast<int>(i));
    }
    for (const JointElement& joint : model.joints)
        if (const auto cam = joint.A.body == ground ? std::nullopt : camOutline(joint)) {
            const Frame at = worldFrame(poses, joint.A);
            std::vector<Projected> corners;
            for (const Vector2d& p : cam->points)
                corners.push_back(project(spot.camera, at.r + at.R * Vector3d(p.x(), p.y(), 0.0),
                                          spot.width, spot.height));
            if (covers(corners, false, spot)) body.offer(0.0, depthOf(corners), joint.A.body);
        }
    return body.index;
}

}  // namespace

Picked pickAt(const Model& model, const Stage& stage, std::span<const Frame> poses,
              std::span<const SymbolLine> symbols, const Spot& spot) {
    if (const int joint = jointAt(model, stage, poses, spot); joint >= 0)
        return {Picked::Kind::Joint, joint};
    if (const int symbol = symbolAt(symbols, spot); symbol >= 0)
        return symbols[static_cast<std::size_t>(symbol)].element;
    const int body = bodyAt(model, stage, poses, spot);
    return body >= 0 ? Picked{Picked::Kind::Body, body} : Picked{};
}

}  // namespace momentree::render
