// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/point_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/analysis/refine.hpp"
#include "core/analysis/traced_points.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr double still = 1e-6;  ///< speed in a cusp over the fastest one at the same time
constexpr double usual = 0.1;   ///< lowest speeds below this share of the largest are looked at
constexpr double standstill = 1e-3;  ///< of the mechanism, relative to its fastest movement
/// Angular rate of the acceleration in a cusp, relative to that of the mechanism.
constexpr double turnsAside = 1e-3;

struct Movement {
    Vector3d r, v, a;
    double fastest = 0.0;  ///< speed of the mechanism, with turns times its size [m/s]
};

Movement movementOf(const TracedPoint& point, const Sample& sample, double size) {
    const BodyState& body = sample.bodies[toIndex(point.body)];
    const Vec6<double>& a = sample.accelerations[toIndex(point.body)];
    const Vector3d s = rotationOf<double>(body.e) * point.s;
    Movement out{body.r + s, body.v + body.w.cross(s),
                 a.head<3>() + a.tail<3>().cross(s) + body.w.cross(body.w.cross(s)), 0.0};
    for (const BodyState& one : sample.bodies)
        out.fastest = std::max({out.fastest, one.v.norm(), size * one.w.norm()});
    return out;
}

/// @param fastest speed of the mechanism at any time [m/s]
double curvatureOf(const Movement& now, double fastest) {
    const double speed = now.v.norm();
    if (!(speed > still * fastest)) return std::numeric_limits<double>::quiet_NaN();
    return now.v.cross(now.a).norm() / (speed * speed * speed);
}

/// The place between the samples around k at which the point is slowest, if it is a cusp.
std::optional<PathPlace> cuspNear(const TracedPoint& point, DrivenMotion& motion,
                                  const std::vector<Sample>& samples, std::size_t k,
                                  const std::vector<double>& squares, double fastest) {
    const std::size_t before = k == 0 ? 0 : k - 1, after = std::min(k + 1, samples.size() - 1);
    const double size = motion.size();
    Movement best = movementOf(point, samples[k], size);
    double time = samples[k].time;
    searchSmooth({samples[before].time, samples[k].time, samples[after].time},
                 {squares[before], squares[k], squares[after]}, [&](double t) {
                     const auto sample = motion.at(t);
                     if (!sample) return std::numeric_limits<double>::infinity();
                     const Movement now = movementOf(point, *sample, size);
                     const double square = now.v.squaredNorm();
                     if (square < best.v.squaredNorm()) best = now, time = t;
                     return square;
                 });
    // Newton's step on v . v' = 0, of which v v' is all that matters near a cusp.
    if (const double slope = best.a.squaredNorm(); slope > 0.0) {
        const double t = time - best.v.dot(best.a) / slope;
        if (t >= samples[before].time && t <= samples[after].time)
            if (const auto sample = motion.at(t))
                if (const Movement now = movementOf(point, *sample, size);
                    now.v.squaredNorm() < best.v.squaredNorm())
                    best = now, time = t;
    }
    const bool standing = !(best.fastest > standstill * fastest);
    if (standing || !(best.v.norm() <= still * best.fastest)) return std::nullopt;
    // On a path that is run back again, the change of the acceleration is along it.
    const double around = 0.01 * (samples[after].time - samples[before].time);
    const auto earlier = motion.at(time - around), later = motion.at(time + around);
    if (!earlier || !later) return std::nullopt;
    const Vector3d change = movementOf(point, *later, size).a - movementOf(point, *earlier, size).a;
    const double across = change.cross(best.a).norm() / best.a.squaredNorm();
    if (!(across > turnsAside * 2.0 * around * best.fastest / size)) return std::nullopt;
    return PathPlace{time, best.r};
}

PointPath pathOf(const TracedPoint& point, DrivenMotion& motion,
                 const std::vector<Sample>& samples) {
    PointPath path;
    path.name = point.name;
    std::vector<Movement> movements;
    std::vector<double> squares;
    double fastest = 0.0;
    for (const Sample& sample : samples) {
        movements.push_back(movementOf(point, sample, motion.size()));
        fastest = std::max(fastest, movements.back().fastest);
    }
    for (const Movement& now : movements) {
        if (!path.points.empty()) path.length += (now.r - path.points.back()).norm();
        path.points.push_back(now.r);
        path.curvature.push_back(curvatureOf(now, fastest));
        squares.push_back(now.v.squaredNorm());
    }
    const double largest = *std::ranges::max_element(squares);
    path.least = path.most = path.points.front();
    for (const Vector3d& p : path.points) {
        path.least = path.least.cwiseMin(p);
        path.most = path.most.cwiseMax(p);
    }
    if (!(std::sqrt(largest) > still * fastest)) {  // a point that rests has neither
        path.length = 0.0;
        path.sharpest = std::numeric_limits<double>::infinity();
        return path;
    }
    for (std::size_t k = 0; k < squares.size(); ++k) {
        const bool lowest = (k == 0 || squares[k] <= squares[k - 1]) &&
                            (k + 1 == squares.size() || squares[k] < squares[k + 1]);
        if (!lowest || !(squares[k] <= usual * usual * largest)) continue;
        if (auto cusp = cuspNear(point, motion, samples, k, squares, fastest))
            if (path.cusps.empty() || cusp->time > path.cusps.back().time)
                path.cusps.push_back(*cusp);
    }
    if (!path.cusps.empty()) {
        path.sharpestAt = path.cusps.front();
        return path;
    }
    double most = 0.0;
    for (std::size_t k = 0; k < path.curvature.size(); ++k)
        if (path.curvature[k] > most) {
            most = path.curvature[k];
            path.sharpestAt = {samples[k].time, path.points[k]};
        }
    path.sharpest = most > 0.0 ? 1.0 / most : std::numeric_limits<double>::infinity();
    return path;
}

}  // namespace

std::vector<PointPath> pathsOf(const Model& model, DrivenMotion& motion,
                               const std::vector<Sample>& samples) {
    std::vector<PointPath> paths;
    for (const TracedPoint& point : tracedPoints(model, motion.size()))
        paths.push_back(pathOf(point, motion, samples));
    return paths;
}

}  // namespace momentree
