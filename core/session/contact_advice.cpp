// SPDX-License-Identifier: Apache-2.0
#include "core/session/contact_advice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/dynamics/closure_structure.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// The largest normal force on the way to the deepest point and back.
/// @param mobility along the normal, 0 if motions give the rate [1/kg]
/// @param rate of the gap
double strongest(double k, double c, double mobility, double depth, double rate) {
    if (mobility == 0.0) return k * std::pow(depth, 1.5) * std::max(0.0, 1.0 - 1.5 * c * rate);
    constexpr int places = 8;
    const double energy = 0.5 * rate * rate / mobility + 0.4 * k * std::pow(depth, 2.5);
    const double deepest = std::pow(2.5 * energy / k, 0.4);
    const double fastest = std::sqrt(2.0 * energy * mobility);
    double most = 0.0;
    for (int i = 1; i <= places; ++i) {
        const double share = static_cast<double>(i) / places;
        const double speed = fastest * std::sqrt(1.0 - std::pow(share, 2.5));
        most = std::max(most, std::pow(share, 1.5) * (1.0 + 1.5 * c * speed));
    }
    return k * std::pow(deepest, 1.5) * most;
}

/// Along an axis of the world, at a point of B.
Stop alongAxis(const Stop& gap, const Vector3d& axis, const Vector3d& point,
               std::span<const BodyKinematics<double>> bodies) {
    Stop stop{.name = gap.name, .A = gap.A, .B = gap.B};
    const auto turned = [&](int body, const Vector3d& x) -> Vector3d {
        return body == ground ? x : Vector3d(bodies[toIndex(body)].R.transpose() * x);
    };
    const Vector3d z = turned(gap.A.body, axis), x = z.unitOrthogonal();
    stop.A.frame.R << x, z.cross(x), z;
    stop.B.frame.r = turned(gap.B.body, point);
    if (gap.B.body != ground) stop.B.frame.r -= turned(gap.B.body, bodies[toIndex(gap.B.body)].r);
    return stop;
}

}  // namespace

ContactAdvice::ContactAdvice(const Model& model, double step, double stable)
    : model_(model), step_(step), stable_(stable) {
    for (const ContactLoad& load : model.contactLoads)
        if (load.friction > 0.0)
            all_.push_back({{.name = load.name,
                             .A = load.A,
                             .B = load.B,
                             .spheres = load.spheres,
                             .bound = load.radius + (load.spheres ? load.radiusA : 0.0)},
                            load.radius,
                            load.k,
                            load.c,
                            load.friction / load.slip});
}

bool ContactAdvice::look(const Sample& sample) {
    const double before = longest_;
    for (Rubbing& one : all_) {
        const Gap gap = gapOf(one.gap, sample);
        if (gap.value > std::max(0.0, -gap.rate * step_)) continue;
        if (!std::exchange(one.known, true)) learn(one, sample);
        const double N = strongest(one.k, one.c, one.normal, std::max(-gap.value, 0.0), gap.rate);
        const double longest = stable_ / (one.damping * N * one.along);
        if (!(longest < longest_)) continue;
        longest_ = longest;
        contact_ = one.gap.name;
    }
    return longest_ < before;
}

void ContactAdvice::learn(Rubbing& one, const Sample& sample) const {
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(std::span(sample.bodies));
    const MarkerKinematics<double> A = markerKinematics<double>(one.gap.A, bodies),
                                   B = markerKinematics<double>(one.gap.B, bodies);
    const Vector3d between = B.r - A.r;
    const Vector3d z =
        one.gap.spheres && between.norm() > 0.0 ? between.normalized() : Vector3d(A.R.col(2));
    const Vector3d point = B.r - one.radius * z;
    const Vector3d x = z.unitOrthogonal();
    std::array<Stop, 3> axes;
    for (std::size_t k = 0; const Vector3d& axis : {z, x, Vector3d(z.cross(x))})
        axes[k++] = alongAxis(one.gap, axis, point, bodies);
    ImpactSolver solver(model_);
    solver.hold(closureStructure(model_, sample.bodies, sample.time));
    const Eigen::MatrixXd S = solver.mobilities(sample.time, sample.bodies, axes);
    one.normal = S(0, 0);
    // The larger one of the two in the plane.
    const double mean = 0.5 * (S(1, 1) + S(2, 2));
    one.along = mean + std::hypot(0.5 * (S(1, 1) - S(2, 2)), S(1, 2));
}

}  // namespace momentree
