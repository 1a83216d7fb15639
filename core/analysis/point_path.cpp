// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/point_path.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "core/analysis/path_piece.hpp"
#include "core/analysis/refine.hpp"
#include "core/analysis/traced_points.hpp"
#include "core/math/index.hpp"
#include "core/model/law_corners.hpp"

namespace momentree {
namespace {

constexpr double still = 1e-6;  ///< speed in a cusp over the fastest one at the same time
constexpr double usual = 0.1;   ///< lowest speeds below this share of the largest are looked at
constexpr double standstill = 1e-3;  ///< of the mechanism, relative to its fastest movement
/// Angular rate of the acceleration in a cusp, relative to that of the mechanism.
constexpr double turnsAside = 1e-3;

struct Movement : PointMotion {
    double fastest = 0.0;  ///< speed of the mechanism, with turns times its size [m/s]
};

Movement movementOf(const TracedPoint& point, const Sample& sample, double size) {
    const BodyState& body = sample.bodies[toIndex(point.body)];
    const Vec6<double>& a = sample.accelerations[toIndex(point.body)];
    const Vector3d s = rotationOf<double>(body.e) * point.s;
    Movement out{{sample.time, body.r + s, body.v + body.w.cross(s),
                  a.head<3>() + a.tail<3>().cross(s) + body.w.cross(body.w.cross(s))},
                 0.0};
    for (const BodyState& one : sample.bodies)
        out.fastest = std::max({out.fastest, one.v.norm(), size * one.w.norm()});
    return out;
}

/// @param fastest speed of the mechanism at any time [m/s]
double curvatureOf(const PointMotion& now, double fastest) {
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

/// Whether velocities or accelerations may jump from one instant to the next.
bool jumps(const std::vector<Corner>& corners, const PointMotion& from, const PointMotion& to) {
    return std::ranges::any_of(corners, [&](const Corner& corner) {
        return std::max(corner.at, corner.to) >= from.time && corner.from <= to.time;
    });
}

/// The length of a path to its end, where speeds may grow like the inverse root of the time that is
/// left: over that root, they do not. The box includes places on the way.
double lengthToEnd(const TracedPoint& point, DrivenMotion& motion, double from, double end,
                   PointPath& path) {
    const auto rate = [&](double root) {
        const auto sample = motion.at(end - root * root);
        if (!sample) return std::numeric_limits<double>::quiet_NaN();
        const Movement now = movementOf(point, *sample, motion.size());
        path.least = path.least.cwiseMin(now.r);
        path.most = path.most.cwiseMax(now.r);
        return 2.0 * root * now.v.norm();
    };
    return boost::math::quadrature::gauss<double, 15>::integrate(rate, 0.0, std::sqrt(end - from));
}

/// Sets the box and the length, of straight lines where the movement jumps.
/// @param ended whether the mechanism could not go on
void measure(const TracedPoint& point, DrivenMotion& motion, bool ended,
             const std::vector<Movement>& movements, const std::vector<Corner>& corners,
             PointPath& path) {
    constexpr std::size_t endPieces = 2;
    path.least = path.most = path.points.front();
    const auto include = [&](const Vector3d& p) {
        path.least = path.least.cwiseMin(p);
        path.most = path.most.cwiseMax(p);
    };
    for (const Vector3d& p : path.points) include(p);
    for (const PathPlace& cusp : path.cusps) include(cusp.at);
    for (std::size_t k = 1; k < movements.size(); ++k) {
        const Movement &from = movements[k - 1], &to = movements[k];
        if (jumps(corners, from, to)) {
            path.length += (to.r - from.r).norm();
            continue;
        }
        if (ended && k + endPieces >= movements.size()) {
            path.length += lengthToEnd(point, motion, from.time, movements.back().time, path);
            break;
        }
        const PathPiece piece(from, to);
        piece.extend(path.least, path.most);
        double begin = from.time;  // the speed has a corner in a cusp
        for (const PathPlace& cusp : path.cusps)
            if (cusp.time > begin && cusp.time < to.time)
                path.length += piece.length(begin, cusp.time), begin = cusp.time;
        path.length += piece.length(begin, to.time);
    }
}

/// Sets where a path without cusps is most curved: near the largest curvature of the samples, at
/// the place that the pieces tell.
void findSharpest(const TracedPoint& point, DrivenMotion& motion,
                  const std::vector<Movement>& movements, const std::vector<Corner>& corners,
                  double fastest, PointPath& path) {
    double most = 0.0;
    std::size_t at = 0;
    for (std::size_t k = 0; k < path.curvature.size(); ++k)
        if (path.curvature[k] > most) most = path.curvature[k], at = k;
    path.sharpestAt = {movements[at].time, path.points[at]};
    const std::size_t first = std::max<std::size_t>(at, 1);
    for (std::size_t k = first; k < movements.size() && k <= at + 1 && most > 0.0; ++k) {
        const Movement &from = movements[k - 1], &to = movements[k];
        if (jumps(corners, from, to)) continue;
        const PathPiece piece(from, to);
        const auto curvature = [&](double t) {
            const double own = curvatureOf(piece.at(t), fastest);
            return own > 0.0 ? own : 0.0;  // of a point that rests, there is none
        };
        const double t =
            leastBetween(from.time, to.time, [&](double time) { return -curvature(time); });
        if (!(curvature(t) > most)) continue;
        const auto sample = motion.at(t);
        if (!sample) continue;
        const Movement there = movementOf(point, *sample, motion.size());
        if (!(curvatureOf(there, fastest) > most)) continue;
        most = curvatureOf(there, fastest);
        path.sharpestAt = {t, there.r};
    }
    path.sharpest = most > 0.0 ? 1.0 / most : std::numeric_limits<double>::infinity();
}

PointPath pathOf(const TracedPoint& point, DrivenMotion& motion, bool ended,
                 const std::vector<Sample>& samples, const std::vector<Corner>& corners) {
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
        path.points.push_back(now.r);
        path.curvature.push_back(curvatureOf(now, fastest));
        squares.push_back(now.v.squaredNorm());
    }
    const double largest = *std::ranges::max_element(squares);
    if (!(std::sqrt(largest) > still * fastest)) {  // a point that rests has neither
        path.least = path.most = path.points.front();
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
    measure(point, motion, ended, movements, corners, path);
    if (path.cusps.empty())
        findSharpest(point, motion, movements, corners, fastest, path);
    else
        path.sharpestAt = path.cusps.front();
    return path;
}

}  // namespace

std::vector<PointPath> pathsOf(const Model& model, DrivenMotion& motion,
                               const std::vector<Sample>& samples, bool ended) {
    std::vector<PointPath> paths;
    const std::vector<Corner> corners = cornersOf(model);
    for (const TracedPoint& point : tracedPoints(model, motion.size()))
        paths.push_back(pathOf(point, motion, ended, samples, corners));
    return paths;
}

}  // namespace momentree
