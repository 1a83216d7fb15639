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
    VectorXd bounded;  ///< [bounds] coordinates with limits
    MatrixXd N;        ///< [nu x freedom]
    MatrixXd J;        ///< [3 x freedom] of the point
    MatrixXd B;        ///< [bounds x freedom]

    ReachedPose reached() const { return {pose.q(), pose.turns(), bounded}; }
};

PulledPose pulledAt(const ReachPoses& mechanism, std::size_t point, PoseSearch pose,
                    VectorXd bounded) {
    PulledPose out{std::move(pose), std::move(bounded), {}, {}, {}};
    out.N = mechanism.freeMotions(out.pose);
    out.J = mechanism.pointRates(point, out.pose, out.N);
    out.B = mechanism.boundRates(out.pose, out.N);
    return out;
}

/// The shortest y with J y near d and coordinates held at the limits that it would pass, but not at
/// those that it leaves.
/// @param J [rows x freedom] @param d [rows] [m]
/// @param damping [m^2]
VectorXd limitedStep(const MatrixXd& J, const VectorXd& d, const PulledPose& at,
                     const std::vector<BoundedCoordinate>& bounds, double damping) {
    constexpr double rounding = 1e-12;
    struct Held {
        Index bound;
        double side;  ///< 1 at the upper limit, -1 at the lower one
    };
    std::vector<Held> held;
    std::vector<char> done(bounds.size(), 0);  // held, or let go, which does not return
    for (;;) {
        const Index own = J.rows(), all = own + std::ssize(held);
        MatrixXd M(all, J.cols());
        VectorXd wanted(all);
        M.topRows(own) = J;
        wanted.head(own) = d;
        for (Index k = own; k < all; ++k) {
            const auto& [bound, side] = held[static_cast<std::size_t>(k - own)];
            const BoundedCoordinate& limits = bounds[static_cast<std::size_t>(bound)];
            const double norm = at.B.row(bound).norm();
            M.row(k) = at.B.row(bound) / norm;
            wanted[k] = ((side > 0.0 ? limits.most : limits.least) - at.bounded[bound]) / norm;
        }
        MatrixXd S = M * M.transpose();
        S.diagonal().head(own).array() += damping;
        S.diagonal().tail(all - own).array() += rounding;
        const VectorXd forces = all > 0 ? VectorXd(S.ldlt().solve(wanted)) : wanted;
        // A limit only pushes back.
        Index pulling = -1;
        double most = rounding;
        for (Index k = own; k < all; ++k)
            if (const double pull = held[static_cast<std::size_t>(k - own)].side * forces[k];
                pull > most)
                most = pull, pulling = k - own;
        if (pulling >= 0) {
            held.erase(held.begin() + pulling);
            continue;
        }
        VectorXd y = M.transpose() * forces;
        Held worst{-1, 0.0};
        double by = rounding;
        for (std::size_t b = 0; b < bounds.size(); ++b) {
            const auto row = static_cast<Index>(b);
            if (done[b] || at.B.row(row).norm() == 0.0) continue;
            const double value = at.bounded[row] + at.B.row(row).dot(y);
            const double above = value - bounds[b].most, below = bounds[b].least - value;
            if (!(std::max(above, below) > by)) continue;
            by = std::max(above, below);
            worst = {row, above > below ? 1.0 : -1.0};
        }
        if (worst.bound < 0) return y;
        held.push_back(worst);
        done[static_cast<std::size_t>(worst.bound)] = 1;
    }
}

/// A step that stays on the branch of its start.
std::optional<PoseSearch> steppedNear(const ReachPoses& mechanism, const PoseSearch& from,
                                      const VectorXd& x) {
    auto there = mechanism.closedAfter(from, x);
    if (!there || !mechanism.hasLoops()) return there;
    const double far = (mechanism.placeOf(there->q()) - mechanism.placeOf(from.q())).norm();
    if (far > farthestMove * x.norm() + 1e-9) return std::nullopt;
    return there;
}

/// What moves at a pose near, within the limits; nothing if none is found.
std::optional<PulledPose> withinLimits(const ReachPoses& mechanism, std::size_t point,
                                       PoseSearch pose, VectorXd bounded) {
    constexpr int most = 4;
    std::optional<PulledPose> at = pulledAt(mechanism, point, std::move(pose), std::move(bounded));
    for (int k = 0; k < most; ++k) {
        if (mechanism.isWithin(at->bounded)) return at;
        const VectorXd x = at->N * limitedStep(MatrixXd(0, at->N.cols()), VectorXd(0), *at,
                                               mechanism.bounds(), 0.0);
        auto there = mechanism.closedAfter(at->pose, x);
        if (!there) break;
        VectorXd values = mechanism.boundedAt(*there, at->bounded);
        at.emplace(pulledAt(mechanism, point, *std::move(there), std::move(values)));
    }
    return std::nullopt;
}

}  // namespace

std::optional<ReachedPose> pulledTo(const ReachPoses& mechanism, std::size_t point,
                                    const ReachedPose& from, const Vector3d& target,
                                    double tolerance) {
    std::optional<PulledPose> at = pulledAt(mechanism, point, mechanism.poseOf(from), from.bounded);
    Vector3d d = target - mechanism.pointAt(point, at->pose);
    double damping = 1e-3, before = d.norm();
    for (int k = 1, accepted = 0; k <= mostIterations; ++k) {
        const bool within = mechanism.isWithin(at->bounded);
        if (within && d.norm() <= tolerance) return at->reached();
        if (at->N.cols() == 0) return std::nullopt;
        const double unit = at->J.squaredNorm() / 3.0;
        if (!(unit > 0.0)) return std::nullopt;
        VectorXd x = at->N * limitedStep(at->J, d, *at, mechanism.bounds(), damping * unit);
        if (const double far = x.cwiseAbs().maxCoeff(); far > longestStep) x *= longestStep / far;
        auto there = steppedNear(mechanism, at->pose, x);
        Vector3d left = d;
        if (there) left = target - mechanism.pointAt(point, *there);
        if (!there || (within && !(left.norm() < d.norm()))) {
            damping *= 8.0;
            if (damping > mostDamping) return std::nullopt;
            continue;
        }
        d = left;
        VectorXd bounded = mechanism.boundedAt(*there, at->bounded);
        at.emplace(pulledAt(mechanism, point, *std::move(there), std::move(bounded)));
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
    std::optional<PulledPose> at = pulledAt(mechanism, point, mechanism.poseOf(best), best.bounded);
    for (int k = 0; k < mostPulls && step > finest && at->N.cols() > 0; ++k) {
        const double unit = at->J.squaredNorm() / 3.0;
        if (!(unit > 0.0)) break;
        VectorXd x = at->N * limitedStep(direction.transpose() * at->J, VectorXd::Constant(1, step),
                                         *at, mechanism.bounds(), damping * unit);
        if (const double far = x.cwiseAbs().maxCoeff(); far > longestStep) x *= longestStep / far;
        auto there = steppedNear(mechanism, at->pose, x);
        const auto within = [&](PoseSearch pose) {
            VectorXd bounded = mechanism.boundedAt(pose, at->bounded);
            return withinLimits(mechanism, point, std::move(pose), std::move(bounded));
        };
        auto next = there ? within(*std::move(there)) : std::optional<PulledPose>();
        const double gained = next ? direction.dot(mechanism.pointAt(point, next->pose) -
                                                   mechanism.pointAt(point, at->pose))
                                   : 0.0;
        if (!(gained > 0.0)) {
            step *= 0.5;
            continue;
        }
        at.emplace(*std::move(next));
        if (gained > 0.7 * step) step *= 1.5;
        if (gained < 0.1 * step) step *= 0.5;
    }
    return at->reached();
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
            auto there = steppedNear(mechanism, *pose, length / far * x);
            if (!there) break;
            VectorXd bounded = mechanism.boundedAt(*there, here.bounded);
            if (!mechanism.isWithin(bounded)) break;
            pose.emplace(*std::move(there));
            here = {pose->q(), pose->turns(), std::move(bounded)};
            N = mechanism.freeMotions(*pose);
            along = x;
        }
    }
    return here;
}

}  // namespace momentree
