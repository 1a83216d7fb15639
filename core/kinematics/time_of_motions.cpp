// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/time_of_motions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace momentree {
namespace {

/// The time in which a law that rests at t, with its first two derivatives, comes as far as
/// `distance`, or as half the way that it goes [s]; infinite if it stays where it is.
double timeOfRest(const Law& law, double t, double distance) {
    constexpr double first = 1e-6, last = 1e6;  // [s]
    std::vector<double> times;
    for (double later = first; later < last; later *= 2.0) times.push_back(later);
    for (const double knot : law.times)
        if (knot > t) times.push_back(knot - t);
    std::ranges::sort(times);
    const double start = law.at(t).f;
    const auto way = [&](double later) { return std::abs(law.at(t + later).f - start); };
    double farthest = 0.0;
    for (const double later : times) farthest = std::max(farthest, way(later));
    if (!(farthest > 0.0)) return std::numeric_limits<double>::infinity();
    distance = std::min(distance, 0.5 * farthest);
    double before = 0.0;
    for (const double later : times) {
        if (way(later) < distance) {
            before = later;
            continue;
        }
        double after = later;
        while (after - before > 0.01 * after) {
            const double middle = 0.5 * (before + after);
            (way(middle) < distance ? before : after) = middle;
        }
        return after;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace

double timeOfMotions(const Model& model, double t, const MechanismScales& scales, double distance) {
    double time = 0.0;
    for (const MotionElement& motion : model.motions) {
        const Law::Value law = motion.law.at(t);
        const double unit = motion.rotation ? 1.0 : scales.largest();
        const double rate = std::abs(law.df) / unit, growth = std::abs(law.ddf) / unit;
        const auto take = [&](double own) {
            if (std::isfinite(own)) time = time > 0.0 ? std::min(time, own) : own;
        };
        take(distance / rate);
        take(std::sqrt(2.0 * distance / growth));
        if (rate == 0.0 && growth == 0.0) take(timeOfRest(motion.law, t, distance * unit));
    }
    return time;
}

}  // namespace momentree
