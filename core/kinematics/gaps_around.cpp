// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/kinematics/gap_beside.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/time_of_motions.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double besideStep = 0.05;    ///< between poses beside the one asked for [rad, sizes]
constexpr int besideSteps = 5;         ///< that tell whether the loops hold
constexpr int longWalk = 40;           ///< steps after which the largest gap is known
constexpr double leastShare = 0.1;     ///< of a step, of the joint that moves most
constexpr double allowedSpeed = 1e-9;  ///< relative to the largest

/// Motions to which the loops respond less than `cut`. Entries are of the order 1 except where they
/// all are the gap of rounded hinges on one axis.
MatrixXd freeOf(const MatrixXd& A, double cut) {
    return A.norm() > cut ? rightNullSpace(A, cut) : MatrixXd::Identity(A.cols(), A.cols());
}

/// Unit vectors of the space of N that are at right angles to that of `without`.
MatrixXd restOf(const MatrixXd& N, const MatrixXd& without) {
    MatrixXd rest(N.rows(), N.cols());
    Index count = 0;
    for (Index k = 0; k < N.cols(); ++k) {
        VectorXd x = N.col(k) - without * (without.transpose() * N.col(k));
        const auto known = rest.leftCols(count);
        x -= known * (known.transpose() * x);
        if (x.norm() > 1e-3) rest.col(count++) = x.normalized();
    }
    return rest.leftCols(count);
}

/// Motions to which the loops respond less than `cut`, but more than `exact`.
MatrixXd weakOf(const MatrixXd& A, double cut, double exact) {
    const VectorXd values =
        singularValues(A);  // without vectors, which most mechanisms do not need
    const double largest = values.size() > 0 ? values[0] : 0.0;
    const auto isWeak = [=](double value) {
        return value > exact * largest && value <= cut * largest;
    };
    if (A.norm() > cut && std::ranges::none_of(values, isWeak)) return MatrixXd(A.cols(), 0);
    return restOf(freeOf(A, cut), freeOf(A, exact));
}

/// The largest gaps on a walk, up to where it ends; empty where the loops hold, as a truss does
/// that is nearly flat: its gap grows with the square of the way.
/// @param step moves the pose and returns its gap
template <typename Step>
VectorXd gapsOnWalk(PoseSearch pose, double tolerance, const Step& step) {
    VectorXd gaps = pose.gaps().cwiseAbs();
    for (int k = 1; k <= longWalk; ++k) {
        if (!(step(pose, k) <= tolerance)) return k > besideSteps ? gaps : VectorXd();
        gaps = gaps.cwiseMax(pose.gaps().cwiseAbs());
    }
    return gaps;
}

/// Whether the loops forbid the motions by no more than rounding. Where nothing else moves, the
/// rates of the gaps are small even if all of them are forbidden: those of the motions tell.
/// @param time in which motions that begin at rest have gone a step [s]
bool hinderMotions(const Model& model, const PoseSearch& pose, const MatrixXd& A, double time,
                   double cut) {
    const VectorXd rates = pose.gapRates(VectorXd::Zero(model.tree.nu));
    double fastest = rates.size() > 0 ? rates.cwiseAbs().maxCoeff() : 0.0;
    for (const MotionElement& motion : model.motions) {
        const double unit = motion.rotation ? 1.0 : pose.scales().largest();
        fastest = std::max(fastest, std::abs(motion.law.at(pose.time()).df) / unit);
    }
    if (!(fastest > 0.0)) {
        PoseSearch later = pose;
        later.setTime(pose.time() + time);
        return later.fit(0, cut) > roundedGap;
    }
    VectorXd left = rates;
    if (model.tree.nu > 0) left += A * leastSquares(A, -rates, cut);
    const double forbidden = left.norm() / fastest;
    return forbidden > allowedSpeed && forbidden <= cut;
}

}  // namespace

double gapBeside(const Model& model, double t, std::span<const BodyState> bodies) {
    if (model.tree.closureRows == 0) return 0.0;
    VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, t, kinematicsOf(bodies), q.data(), u.data());
    const double gap = PoseSearch(model, t, std::move(q)).gapAround();
    return gap > roundedGap ? gap : 0.0;
}

VectorXd PoseSearch::gapsAround() const {
    const VectorXd here = gaps();
    if (here.size() == 0) return here;
    const double tolerance = model_.description.assemblyTolerance, cut = 10.0 * tolerance;
    const double gap = scales_.largestNorm(here);
    if (gap > tolerance || LoopMotions::needed(model_)) return here;
    if (model_.tree.nu == 0 && model_.motions.empty()) return here;
    const MatrixXd A = equations().A;
    VectorXd around = here.cwiseAbs();
    bool found = false;
    const auto take = [&](const VectorXd& gaps) {
        if (gaps.size() == 0) return;
        around = around.cwiseMax(gaps);
        found = true;
    };
    const double exact = rankTolerance(gap > roundedGap ? gap : 0.0);
    const MatrixXd weak = model_.tree.nu > 0 ? weakOf(A, cut, exact) : MatrixXd(0, 0);
    for (Index k = 0; k < weak.cols(); ++k)
        for (const double sign : {1.0, -1.0}) {
            VectorXd along = sign * weak.col(k);
            take(gapsOnWalk(*this, tolerance, [&](PoseSearch& pose, int steps) {
                const MatrixXd N = freeOf(pose.equations().A, cut);
                along = N * (N.transpose() * along);
                const double length = along.norm();
                if (!(length > 0.0)) return 1.0;
                along *= besideStep / length;
                pose.move(along);
                const double open = pose.fit(0, cut);
                // An arch is pulled back to where it is flat.
                return pose.distanceFrom(q_) > leastShare * steps * besideStep ? open : 1.0;
            }));
        }
    const double time = timeOfMotions(model_, t_, scales_, besideStep);
    if (time > 0.0 && hinderMotions(model_, *this, A, time, cut))
        for (const double sign : {1.0, -1.0})
            take(gapsOnWalk(*this, tolerance, [&](PoseSearch& pose, int) {
                // Motions may be much faster later.
                const double now = pose.time();
                pose.setTime(now + sign * timeOfMotions(model_, now, scales_, besideStep));
                return pose.fit(0, cut);
            }));
    return found && scales_.largestNorm(around) > roundedGap ? around : here;
}

}  // namespace momentree
