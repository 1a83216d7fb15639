// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/snap.hpp"

#include <cmath>
#include <numbers>

#include "render/spacing.hpp"

namespace momentree::app {
namespace {

constexpr double pointReach = 11.0, lineReach = 5.0, lengthReach = 4.0;  ///< [pixels]
constexpr double barReach = 8.0;  ///< of the centre line of a link, about half its width [pixels]
constexpr double angleStep = std::numbers::pi / 12.0;

double onGrid(double value, double grid) { return std::round(value / grid) * grid; }

std::optional<Snap> atPoint(const SnapQuestion& question) {
    Snap found;
    double nearest = pointReach * question.pixel;
    for (std::size_t k = 0; k < question.points.size(); ++k) {
        const double distance = (question.points[k] - question.cursor).norm();
        if (distance >= nearest) continue;
        nearest = distance;
        found = {Snap::Kind::Place, question.points[k], static_cast<int>(k)};
    }
    if (found.kind == Snap::Kind::Free) return std::nullopt;
    return found;
}

/// The link whose length is closest to `length`, null if none is close.
const SnapLine* sameLength(const SnapQuestion& question, double length) {
    const SnapLine* found = nullptr;
    double nearest = lengthReach * question.pixel;
    for (const SnapLine& line : question.lines) {
        const double off = std::abs(line.length - length);
        if (line.length == 0.0 || off >= nearest) continue;
        nearest = off;
        found = &line;
    }
    return found;
}

/// A point at that distance from the anchor in a fixed direction.
Snap atDistance(const SnapQuestion& question, Snap::Kind kind, const Point& direction,
                double distance, double grid) {
    Snap snap{kind, Point::Zero()};
    if (const SnapLine* equal = sameLength(question, distance)) {
        snap.equalLength = *equal;
        distance = equal->length;
        if (kind == Snap::Kind::Angle) snap.kind = Snap::Kind::Length;
    } else {
        distance = onGrid(distance, grid);
    }
    snap.at = *question.anchor + distance * direction;
    return snap;
}

/// On the line of a link: between its ends, or on its extension.
std::optional<Snap> alongLine(const SnapQuestion& question, double grid) {
    std::optional<Snap> found;
    double nearest = barReach * question.pixel;
    for (const SnapLine& line : question.lines) {
        const Point along = line.b - line.a;
        if (!line.inPlane || along.norm() < question.pixel) continue;
        const Point direction = along.normalized();
        const Point from = question.cursor - line.a;
        const double x = from.dot(direction);
        const double off = (from - x * direction).norm();
        const bool between = x > 0.0 && x < along.norm();
        if (off >= nearest || (!between && off >= lineReach * question.pixel)) continue;
        nearest = off;
        found = Snap{Snap::Kind::Line, line.a + x * direction};
        const Point way = question.anchor ? Point(found->at - *question.anchor) : Point(0.0, 0.0);
        const double turned = std::abs(way.x() * direction.y() - way.y() * direction.x());
        if (question.anchor && turned < 1e-6 && way.norm() > grid)
            found = atDistance(question, Snap::Kind::Line, way.normalized(), way.norm(), grid);
        found->onLine = line;
        if (!between) found->alignedWith = {x > 0.0 ? line.b : line.a};
    }
    return found;
}

std::optional<Snap> alongAngle(const SnapQuestion& question, double grid) {
    if (!question.anchor) return std::nullopt;
    const Point line = question.cursor - *question.anchor;
    const double angle = onGrid(std::atan2(line.y(), line.x()), angleStep);
    const Point direction(std::cos(angle), std::sin(angle));
    const double length = line.dot(direction);
    const double off = (line - length * direction).norm();
    if (off > lineReach * question.pixel || length < grid) return std::nullopt;
    return atDistance(question, Snap::Kind::Angle, direction, length, grid);
}

/// In any direction, at the length of a link.
std::optional<Snap> asLong(const SnapQuestion& question) {
    if (!question.anchor) return std::nullopt;
    const Point way = question.cursor - *question.anchor;
    const SnapLine* equal = sameLength(question, way.norm());
    if (!equal) return std::nullopt;
    Snap snap{Snap::Kind::Length, *question.anchor + equal->length * way.normalized()};
    snap.equalLength = *equal;
    return snap;
}

Snap alignedOrGrid(const SnapQuestion& question, double grid) {
    Snap found{Snap::Kind::Grid,
               Point(onGrid(question.cursor.x(), grid), onGrid(question.cursor.y(), grid))};
    for (int axis = 0; axis < 2; ++axis) {
        double nearest = lineReach * question.pixel;
        const Point* with = nullptr;
        for (const auto& points : {question.points, question.feet})
            for (const Point& point : points) {
                const double off = std::abs(point[axis] - question.cursor[axis]);
                if (off >= nearest) continue;
                nearest = off;
                with = &point;
            }
        if (!with) continue;
        found.kind = Snap::Kind::Aligned;
        found.at[axis] = (*with)[axis];
        found.alignedWith.push_back(*with);
    }
    return found;
}

}  // namespace

double snapGrid(double pixel) { return render::gridSpacing(pixel); }

Snap snap(const SnapQuestion& question) {
    if (!question.enabled) return {Snap::Kind::Free, question.cursor};
    const double grid = snapGrid(question.pixel);
    if (auto found = atPoint(question)) return *found;
    if (auto found = alongLine(question, grid)) return *found;
    if (auto found = alongAngle(question, grid)) return *found;
    if (auto found = asLong(question)) return *found;
    return alignedOrGrid(question, grid);
}

}  // namespace momentree::app
