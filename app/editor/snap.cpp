// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editor/snap.hpp"

#include <cmath>
#include <numbers>

namespace momentree::app {
namespace {

constexpr double pointReach = 11.0, lineReach = 5.0;  ///< [pixels]
constexpr double leastGrid = 8.0;                     ///< [pixels]
constexpr double angleStep = std::numbers::pi / 12.0;

double onGrid(double value, double grid) { return std::round(value / grid) * grid; }

std::optional<Snap> atPoint(const SnapQuestion& question) {
    Snap found;
    double nearest = pointReach * question.pixel;
    for (std::size_t k = 0; k < question.points.size(); ++k) {
        const double distance = (question.points[k] - question.cursor).norm();
        if (distance >= nearest) continue;
        nearest = distance;
        found = {Snap::Kind::Place, question.points[k], static_cast<int>(k), {}};
    }
    if (found.kind == Snap::Kind::Free) return std::nullopt;
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
    return Snap{Snap::Kind::Angle, *question.anchor + onGrid(length, grid) * direction, -1, {}};
}

Snap alignedOrGrid(const SnapQuestion& question, double grid) {
    Snap found{Snap::Kind::Grid,
               Point(onGrid(question.cursor.x(), grid), onGrid(question.cursor.y(), grid)),
               -1,
               {}};
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

double snapGrid(double pixel) {
    const double least = leastGrid * pixel;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= least * (1.0 - 1e-9)) return factor * decade;
    return 10.0 * decade;
}

Snap snap(const SnapQuestion& question) {
    if (!question.enabled) return {Snap::Kind::Free, question.cursor, -1, {}};
    const double grid = snapGrid(question.pixel);
    if (auto found = atPoint(question)) return *found;
    if (auto found = alongAngle(question, grid)) return *found;
    return alignedOrGrid(question, grid);
}

}  // namespace momentree::app
