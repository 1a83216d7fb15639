// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/kinematics/gap_beside.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/pose_search.hpp"
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
    const double tolerance = model_.description.assemblyTolerance, cut = 10.0 * tolerance;
    const double gap = scales_.largestNorm(here);
    if (gap > tolerance || model_.tree.nu == 0 || LoopMotions::needed(model_)) return here;
    const MatrixXd A = equations().A;
    VectorXd around = here.cwiseAbs();
    bool found = false;
    const auto take = [&](const VectorXd& gaps) {
        if (gaps.size() == 0) return;
        around = around.cwiseMax(gaps);
        found = true;
    };
    const double exact = rankTolerance(gap > roundedGap ? gap : 0.0);
    const MatrixXd weak = weakOf(A, cut, exact);
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
    // Motions that the loops forbid by no more than rounding.
    const VectorXd rates = gapRates(VectorXd::Zero(model_.tree.nu));
    const double fastest = rates.size() > 0 ? rates.cwiseAbs().maxCoeff() : 0.0;
    const double forbidden =
        fastest > 0.0 ? (A * leastSquares(A, -rates, cut) + rates).norm() / fastest : 0.0;
    if (forbidden > allowedSpeed && forbidden <= cut)
        for (const double sign : {1.0, -1.0})
            take(gapsOnWalk(*this, tolerance, [&](PoseSearch& pose, int steps) {
                pose.setTime(t_ + sign * steps * besideStep / fastest);
                return pose.fit(0, cut);
            }));
    return found && scales_.largestNorm(around) > roundedGap ? around : here;
}

}  // namespace momentree
