// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/driven_motion.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/analysis/controller_refusal.hpp"
#include "core/analysis/undriven.hpp"
#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/stops.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/start_velocities.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/complete_pivoting.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/model/rolling.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::VectorXd;

constexpr double leastSpeed = 1e-3;  ///< of a body at rest that may begin to move [1/s]
constexpr double longestTurn = 0.5;  ///< of a body in a step [rad]
/// Between the expected pose and the one that closes the loops [rad, sizes]. More could be another
/// assembly of the same links.
constexpr double largestCorrection = 0.1;
constexpr double shortestTurn = 1e-9;  ///< of a body in the last step towards the end of travel
constexpr double beyondLimit = 1e-9;   ///< relative to its value, or rad, m

/// The largest shift [sizes] or turn [rad] of a body between two poses.
double apart(std::span<const BodyKinematics<double>> a, std::span<const BodyKinematics<double>> b,
             double size) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Matrix3d turn = a[i].R.transpose() * b[i].R;
        largest =
            std::max({largest, (a[i].r - b[i].r).norm() / size, Eigen::AngleAxisd(turn).angle()});
    }
    return largest;
}

/// The speeds at a closed pose, if the motions determine all of them by far.
std::optional<VectorXd> determinedSpeeds(const Model& model, const PoseSearch& pose,
                                         const Eigen::MatrixXd& A) {
    constexpr double byFar = 1e-6;
    constexpr double exactSpeed = 1e-9;  ///< relative to the largest
    if (LoopMotions::needed(model)) return std::nullopt;
    const CompletePivoting equations(A, byFar);
    if (equations.rank() < A.cols()) return std::nullopt;
    const VectorXd rate = pose.gapRates(VectorXd::Zero(A.cols()));
    const VectorXd x = -equations.solve(rate);
    const auto largest = [](const VectorXd& v) {
        return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0;
    };
    if (!(largest(A * x + rate) <=
          (exactSpeed + 10.0 * pose.gap()) * std::max(largest(x), largest(rate))))
        return std::nullopt;
    return pose.scales().speed.cwiseProduct(x);
}

}  // namespace

DrivenMotion::DrivenMotion(const Model& model)
    : model_(model),
      observer_(model, 0.0),
      counted_(countedAngles(model)),
      ofLoads_(model.loadAngles(), 0.0) {}

Result<std::unique_ptr<DrivenMotion>> DrivenMotion::start(const Model& model) {
    if (const JointElement* joint = firstNonHolonomic(model))
        return fail(error(
            Place::joint(joint->name),
            MOMENTREE_TEXT("driven-rolling",
                           "where a %1 joint rolls or slides to depends on the way it came, so "
                           "that motions do not determine poses; run the model "
                           "instead")(joint->type)));
    if (auto known = refuseControllerStates(model); !known) return tl::unexpected(known.error());
    std::unique_ptr<DrivenMotion> motion(new DrivenMotion(model));
    const auto initial = assemble(model, &motion->report_);
    if (!initial) return tl::unexpected(initial.error());
    if (motion->report_.degreesOfFreedom > 0)
        return fail(undriven(model, initial->bodies, motion->report_.degreesOfFreedom));
    motion->bodies_ = kinematicsOf(initial->bodies);
    motion->q_.setZero(model.tree.nq);
    motion->u_.setZero(model.tree.nu);
    jointsFromBodies(model, 0.0, motion->bodies_, motion->q_.data(), motion->u_.data());
    motion->angles_ = anglesOf(motion->counted_, *initial);
    motion->size_ = mechanismScales(model, motion->bodies_).largest();
    motion->exact_ = motion->report_.exact;
    motion->observer_.hold(closureStructure(model, initial->bodies));
    return motion;
}

/// That turns no body by more than `longestTurn` [s].
double DrivenMotion::longestStep() const {
    double fastest = leastSpeed;
    for (const BodyKinematics<double>& body : bodies_)
        fastest = std::max({fastest, body.w.norm(), body.v.norm() / size_});
    return longestTurn / fastest;
}

/// Closes the loops at t near the expected pose. Returns false, with nothing changed, if they do
/// not close, close elsewhere, or cannot move with the motions.
bool DrivenMotion::move(double t) {
    VectorXd q = q_;
    moveAlong(model_, (t - t_) * u_, q);
    const std::vector<double> coupled = coupledOf(counted_, angles_);
    PoseSearch pose(model_, t, q, coupled);
    const std::vector<BodyKinematics<double>> expected(pose.bodies().begin(), pose.bodies().end());
    if (model_.tree.closureRows > 0) {
        const bool closed =
            exact_ ? pose.closeExactly(0) : pose.closeNear(0, model_.description.assemblyTolerance);
        if (!closed || apart(expected, pose.bodies(), size_) > largestCorrection) return false;
    }
    Eigen::MatrixXd A = pose.velocityEquations().A;
    std::optional<VectorXd> u = determinedSpeeds(model_, pose, A);
    if (!u) {
        StartSpeeds speeds =
            startSpeeds(model_, t, pose, {}, {}, u_, model_.description.assemblyTolerance);
        if (!speeds.loopsMove) return false;
        u = std::move(speeds.u);
    }
    t_ = t;
    q_ = pose.q();
    u_ = *std::move(u);
    A_ = std::move(A);
    bodiesFromJoints(model_, t, q_.data(), u_.data(), bodies_);
    std::vector<double> next = anglesNear(
        counted_, bodies_, std::span(angles_).first(static_cast<std::size_t>(counted_.joints)));
    // Without a joint on its axis, an angle follows from its last value.
    for (std::size_t k = 0; k < next.size(); ++k)
        if (counted_.all[k].joint < 0 && counted_.all[k].hinge < 0)
            next[k] = withTurns(next[k], angles_[k]);
    for (std::size_t k = 0; k < coupled.size(); ++k)
        if (const int a = counted_.ofTerm[k]; a >= 0) next[toIndex(a)] = pose.turns().angles()[k];
    angles_ = std::move(next);
    return true;
}

Result<Sample> DrivenMotion::at(double t) {
    double share = 1.0;  // of the longest step
    while (t_ != t) {
        const double longest = longestStep(), step = share * longest;
        const double next = std::abs(t - t_) <= step ? t : t_ + std::copysign(step, t - t_);
        if (next != t_ && move(next)) {
            share = std::min(1.0, 2.0 * share);
        } else if ((share *= 0.5) * longestTurn < shortestTurn) {
            return fail(error(
                Place::run(),
                MOMENTREE_TEXT(
                    "driven-motion-ends",
                    "the loops cannot follow the motions beyond t = %1 s: there the "
                    "mechanism reaches a dead point or the end of its travel")(numberText(t_, 6))));
        }
    }
    momentree::anglesOfLoads(counted_, angles_, ofLoads_);
    Sample sample;
    sample.resize(model_);
    sample.time = t;
    for (std::size_t i = 0; i < bodies_.size(); ++i) sample.bodies[i] = stateOf(bodies_[i]);
    observer_.complete(sample, angles_);
    for (const Stop& stop : model_.stops)
        if (gapOf(stop, sample).value < -beyondLimit * std::max(1.0, std::abs(stop.bound)))
            return fail(
                error(Place::run(),
                      MOMENTREE_TEXT("driven-motion-limit",
                                     "at t = %1 s the motions move '%2' beyond its limit %3")(
                          numberText(t, 6), stop.name, numberText(stop.bound, 6))));
    return sample;
}

double DrivenMotion::regularity() const {
    if (report_.rank == 0) return 1.0;
    const VectorXd values =
        singularValues(A_.size() > 0 ? A_ : PoseSearch(model_, t_, q_).equations().A);
    return values[report_.rank - 1] / values[0];
}

}  // namespace momentree
