// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/pull_pose.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostIterations = 40;
constexpr double longestStep = 0.3;  ///< of one joint [rad, sizes]
constexpr double mostDamping = 1e4;  ///< relative to the point's rates
constexpr double leastDamping = 1e-9;
constexpr int patience = 4;   ///< steps in which a pull has to gain
constexpr double gain = 0.8;  ///< the distance that may be left after them

/// What moves at one pose.
struct PulledPose {
    PoseSearch pose;
    MatrixXd N;  ///< [nu x freedom]
    MatrixXd J;  ///< [3 x freedom] of the point
    MatrixXd B;  ///< [bounds x freedom]
};

PulledPose pulledAt(const ReachPoses& mechanism, std::size_t point, const ReachedPose& here) {
    PulledPose out{mechanism.poseOf(here), {}, {}, {}};
    out.N = mechanism.freeMotions(out.pose);
    out.J = mechanism.pointRates(point, out.pose, out.N);
    out.B = mechanism.boundRates(out.pose, out.N);
    return out;
}

/// The shortest y with J y near d and coordinates held at the limits that it would pass.
/// @param J [rows x freedom] @param d [rows] [m]
/// @param damping [m^2]
VectorXd limitedStep(const MatrixXd& J, const VectorXd& d, const PulledPose& at,
                     const VectorXd& bounded, const std::vector<BoundedCoordinate>& bounds,
                     double damping) {
    MatrixXd M = J;
    VectorXd wanted = d;
    std::vector<char> held(bounds.size(), 0);
    for (;;) {
        MatrixXd S = M * M.transpose();
        S.diagonal().head(J.rows()).array() += damping;
        S.diagonal().tail(S.rows() - J.rows()).array() += 1e-12;
        VectorXd y = M.transpose() * S.ldlt().solve(wanted);
        std::size_t worst = bounds.size();
        double by = 1e-12, to = 0.0;
        for (std::size_t b = 0; b < bounds.size(); ++b) {
            const auto row = static_cast<Index>(b);
            if (held[b] || at.B.row(row).norm() == 0.0) continue;
            const double value = bounded[row] + at.B.row(row).dot(y);
            const double over = std::max(bounds[b].least - value, value - bounds[b].most);
            if (!(over > by)) continue;
            by = over;
            worst = b;
            to = value > bounds[b].most ? bounds[b].most : bounds[b].least;
        }
        if (worst == bounds.size()) return y;
        held[worst] = 1;
        const auto row = static_cast<Index>(worst);
        const double norm = at.B.row(row).norm();
        M.conservativeResize(M.rows() + 1, Eigen::NoChange);
        M.bottomRows(1) = at.B.row(row) / norm;
        wanted.conservativeResize(wanted.size() + 1);
        wanted[wanted.size() - 1] = (to - bounded[row]) / norm;
    }
}

/// A step that stays on the branch of its start.
std::optional<ReachedPose> steppedNear(const ReachPoses& mechanism, const PoseSearch& from,
                                       const VectorXd& bounded, const VectorXd& x) {
    auto there = mechanism.stepped(from, bounded, x);
    if (!there || !mechanism.hasLoops()) return there;
    const double far = (mechanism.placeOf(there->q) - mechanism.placeOf(from.q())).norm();
    if (far > farthestMove * x.norm() + 1e-9) return std::nullopt;
    return there;
}

}  // namespace

std::optional<ReachedPose> pulledTo(const ReachPoses& mechanism, std::size_t point,
                                    const ReachedPose& from, const Vector3d& target,
                                    double tolerance) {
    ReachedPose here = from;
    std::optional<PulledPose> at = pulledAt(mechanism, point, here);
    Vector3d d = target - mechanism.pointAt(point, at->pose);
    double damping = 1e-3, before = d.norm();
    for (int k = 1, accepted = 0; k <= mostIterations; ++k) {
        const bool within = mechanism.isWithin(here.bounded);
        if (within && d.norm() <= tolerance) return here;
        if (at->N.cols() == 0) return std::nullopt;
        const double unit = at->J.squaredNorm() / 3.0;
        if (!(unit > 0.0)) return std::nullopt;
        VectorXd y = limitedStep(at->J, d, *at, here.bounded, mechanism.bounds(), damping * unit);
        VectorXd x = at->N * y;
        if (const double far = x.cwiseAbs().maxCoeff(); far > longestStep) x *= longestStep / far;
        auto there = steppedNear(mechanism, at->pose, here.bounded, x);
        Vector3d left = d;
        if (there) left = target - mechanism.pointAt(point, mechanism.poseOf(*there));
        if (!there || (within && !(left.norm() < d.norm()))) {
            damping *= 8.0;
            if (damping > mostDamping) return std::nullopt;
            continue;
        }
        here = std::move(*there);
        d = left;
        at.emplace(pulledAt(mechanism, point, here));
        damping = std::max(0.2 * damping, leastDamping);
        if (++accepted % patience == 0) {
            if (d.norm() > gain * before && d.norm() > tolerance) return std::nullopt;
            before = d.norm();
        }
    }
    return std::nullopt;
}

ReachedPose pulledFarthest(const ReachPoses& mechanism, std::size_t point, ReachedPose best,
                           const Vector3d& direction, double step) {
    const double finest = 1e-7 * step;
    constexpr int mostPulls = 400;
    constexpr double damping = 1e-10;  // the point's rates vanish at the farthest pose
    std::optional<PulledPose> at = pulledAt(mechanism, point, best);
    for (int k = 0; k < mostPulls && step > finest && at->N.cols() > 0; ++k) {
        const double unit = at->J.squaredNorm() / 3.0;
        if (!(unit > 0.0)) break;
        VectorXd x = at->N * limitedStep(direction.transpose() * at->J, VectorXd::Constant(1, step),
                                         *at, best.bounded, mechanism.bounds(), damping * unit);
        if (const double far = x.cwiseAbs().maxCoeff(); far > longestStep) x *= longestStep / far;
        auto there = steppedNear(mechanism, at->pose, best.bounded, x);
        const Vector3d now = mechanism.pointAt(point, at->pose);
        const double gained =
            there && mechanism.isWithin(there->bounded)
                ? direction.dot(mechanism.pointAt(point, mechanism.poseOf(*there)) - now)
                : 0.0;
        if (!(gained > 0.0)) {
            step *= 0.5;
            continue;
        }
        best = std::move(*there);
        at.emplace(pulledAt(mechanism, point, best));
        if (gained > 0.7 * step) step *= 1.5;
        if (gained < 0.1 * step) step *= 0.5;
    }
    return best;
}

ReachedPose walked(const ReachPoses& mechanism, ReachedPose here, RandomDirections& random) {
    constexpr int legs = 6;
    constexpr double length = 0.15, mostSteps = 8.0;
    for (int leg = 0; leg < legs; ++leg) {
        std::optional<PoseSearch> pose(mechanism.poseOf(here));
        MatrixXd N = mechanism.freeMotions(*pose);
        VectorXd along = N * random.next(N.cols());
        const double steps = std::ceil(mostSteps * std::abs(random.next(1)[0]));
        for (int k = 0; k < static_cast<int>(steps); ++k) {
            const VectorXd x = N * (N.transpose() * along);
            const double far = x.cwiseAbs().maxCoeff();
            if (!(far > 0.0)) break;
            auto there = steppedNear(mechanism, *pose, here.bounded, length / far * x);
            if (!there || !mechanism.isWithin(there->bounded)) break;
            here = std::move(*there);
            pose.emplace(mechanism.poseOf(here));
            N = mechanism.freeMotions(*pose);
            along = x;
        }
    }
    return here;
}

}  // namespace momentree
