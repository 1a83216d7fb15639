// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/energy_momentum/conserving_loads.hpp"

#include <cmath>

namespace momentree {
namespace {

using Vec = Vec3<double>;
using Bodies = std::span<const BodyKinematics<double>>;

/// The mean of a curve from x0 to x1.
double meanOf(const Curve& curve, double x0, double x1) {
    if (curve.empty()) return 0.0;
    constexpr double least = 1e-7;  // shorter, the curve is a straight line to rounding
    const double dx = x1 - x0;
    if (std::abs(dx) < least * (1.0 + std::abs(x0))) return curve.at(0.5 * (x0 + x1)).f;
    return (curve.potential(x1) - curve.potential(x0)) / dx;
}

void push(std::span<Vec6<double>> Q, int body, const Vec& arm, const Vec& f) {
    if (body == ground) return;
    Vec6<double>& q = Q[static_cast<std::size_t>(body)];
    q.head<3>() += f;
    q.tail<3>() += arm.cross(f);
}

double lengthOf(const SpringDamper& s, Bodies bodies) {
    return (markerKinematics(s.B, bodies).r - markerKinematics(s.A, bodies).r).norm();
}

double displacementOf(const AxialLoad& load, Bodies bodies) {
    const auto A = markerKinematics(load.A, bodies);
    return A.R.col(2).dot(markerKinematics(load.B, bodies).r - A.r);
}

}  // namespace

void conserveEnergy(const Model& model, Bodies starts, Bodies ends, Bodies means,
                    std::span<Vec6<double>> Q) {
    for (const SpringDamper& s : model.springs) {
        const auto A = markerKinematics(s.A, means), B = markerKinematics(s.B, means);
        const Vec d = B.r - A.r;
        const double l = d.norm(), l0 = lengthOf(s, starts), l1 = lengthOf(s, ends);
        if (l == 0.0 || l0 + l1 == 0.0) continue;
        const double atMean =
            s.k * (l - s.l0) + s.f0 + (s.curve.empty() ? 0.0 : s.curve.at(l - s.l0).f);
        const double mean =
            s.k * (0.5 * (l0 + l1) - s.l0) + s.f0 + meanOf(s.curve, l0 - s.l0, l1 - s.l0);
        // (l1 - l0) / (e . (d1 - d0)) = 2 l / (l0 + l1).
        const Vec f = (2.0 / (l0 + l1) * mean - atMean / l) * d;
        push(Q, s.A.body, A.arm, f);
        push(Q, s.B.body, B.arm, -f);
    }
    for (const AxialLoad& load : model.axialLoads) {
        const Curve& curve = load.characteristic.curve;
        if (load.torque || load.side != 0 || (load.k == 0.0 && curve.empty())) continue;
        const auto A = markerKinematics(load.A, means), B = markerKinematics(load.B, means);
        const double x = displacementOf(load, means) - load.x0;
        const double x0 = displacementOf(load, starts) - load.x0;
        const double x1 = displacementOf(load, ends) - load.x0;
        const double atMean = load.k * x + (curve.empty() ? 0.0 : curve.at(x).f);
        const double mean = 0.5 * load.k * (x0 + x1) + meanOf(curve, x0, x1);
        const Vec f = (atMean - mean) * A.R.col(2);
        push(Q, load.B.body, B.arm, f);
        push(Q, load.A.body, A.arm + (B.r - A.r), -f);
    }
}

}  // namespace momentree
