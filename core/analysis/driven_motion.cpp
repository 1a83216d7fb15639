// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/driven_motion.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/analysis/controller_refusal.hpp"
#include "core/analysis/undriven.hpp"
#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/endless_force.hpp"
#include "core/dynamics/stops.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/start_velocities.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "core/model/rolling.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double leastSpeed = 1e-3;  ///< of a body at rest that may begin to move [1/s]
constexpr double longestTurn = 0.5;  ///< of a body in a step [rad]
/// Between the expected pose and the one that closes the loops [rad, sizes]. More could be another
/// assembly of the same links.
constexpr double largestCorrection = 0.1;
constexpr double shortestTurn = 1e-9;  ///< of a body in the last step towards the end of travel
/// Of a body in a step across a singular pose. Branches that part by more are told apart.
constexpr double crossingTurn = 1e-4;
constexpr double beyondLimit = 1e-9;  ///< relative to its value, or rad, m

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

/// Whether an odd number of singular values changed their sign on the way from one matrix of
/// regular loops to another: with A = U S V^T, det(A^T B) is det(S) det(V) det(U^T B).
bool changesSign(const MatrixXd& A, const MatrixXd& B) {
    const Eigen::PartialPivLU<MatrixXd> factors(A.transpose() * B);
    const auto negative = (factors.matrixLU().diagonal().array() < 0.0).count();
    return (factors.permutationP().determinant() < 0) != (negative % 2 != 0);
}

}  // namespace

DrivenMotion::DrivenMotion(const Model& model)
    : model_(model),
      observer_(model, 0.0),
      counted_(countedAngles(model)),
      follower_(model),
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
    Instant& now = motion->now_;
    now.q.setZero(model.tree.nq);
    now.u.setZero(model.tree.nu);
    now.change.setZero(model.tree.nu);
    jointsFromBodies(model, 0.0, motion->bodies_, now.q.data(), now.u.data());
    now.angles = anglesOf(motion->counted_, *initial);
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

/// The speeds at the pose of closed loops near this one, unless they do not close, close elsewhere,
/// or cannot move with the motions.
std::optional<VectorXd> DrivenMotion::closed(PoseSearch& pose) {
    matrixIsOfNow_ = false;
    const std::vector<BodyKinematics<double>> expected(pose.bodies().begin(), pose.bodies().end());
    const auto isNear = [&] { return apart(expected, pose.bodies(), size_) <= largestCorrection; };
    if (exact_ && !LoopFollower::needsMore(model_)) {
        const VectorXd guess = pose.q();
        const LoopFollower::Outcome outcome = follower_.close(pose);
        if (outcome == LoopFollower::Outcome::Far) return std::nullopt;
        if (outcome == LoopFollower::Outcome::Closed) {
            if (!isNear()) return std::nullopt;
            if (auto u = follower_.speeds(pose, now_.u)) {
                matrixIsOfNow_ = true;
                return u;
            }
        }
        pose.setPose(guess);
    }
    if (model_.tree.closureRows > 0 && (!pose.closeAgain(exact_) || !isNear())) return std::nullopt;
    StartSpeeds speeds = startSpeeds(model_, pose.time(), pose, {}, {}, now_.u,
                                     model_.description.assemblyTolerance);
    if (!speeds.loopsMove) return std::nullopt;
    return std::move(speeds.u);
}

/// Whether the loops become singular between the last instant and a closed pose. Two branches of
/// one mechanism lie on the two sides of a singular pose, so that a step which is longer than their
/// distance might take one for the other.
bool DrivenMotion::crosses(const PoseSearch& pose) {
    if (model_.tree.closureRows == 0 || LoopFollower::needsMore(model_)) return false;
    if (loops_.size() == 0) loops_ = closureMatrix(model_, PoseSearch(model_, now_.t, now_.q));
    MatrixXd there = matrixIsOfNow_ ? follower_.matrix() : closureMatrix(model_, pose);
    if (changesSign(loops_, there)) return true;
    loops_ = std::move(there);
    return false;
}

/// Closes the loops at t near the expected pose. Nothing changes unless it is done; it fails if
/// there is no such pose that can move with the motions.
DrivenMotion::Move DrivenMotion::move(double t, bool mayCross) {
    constexpr double trusted = 2.0;  // times the interval of a change of speeds
    const double step = t - now_.t;
    VectorXd way = step * now_.u;
    if (std::abs(step) <= trusted * now_.since) way += 0.5 * step * step * now_.change;
    Instant next{t, now_.q, {}, {}, std::abs(step), {}};
    moveAlong(model_, way, next.q);
    const std::vector<double> coupled = coupledOf(counted_, now_.angles);
    PoseSearch pose(model_, t, next.q, coupled);
    std::optional<VectorXd> u = closed(pose);
    if (!u) return Move::Fails;
    if (mayCross) {
        loops_.resize(0, 0);
    } else if (crosses(pose)) {
        matrixIsOfNow_ = false;
        return Move::Crosses;
    }
    next.q = pose.q();
    next.u = *std::move(u);
    next.change = (next.u - now_.u) / step;
    bodiesFromJoints(model_, t, next.q.data(), next.u.data(), bodies_);
    next.angles = anglesNear(
        counted_, bodies_, std::span(now_.angles).first(static_cast<std::size_t>(counted_.joints)));
    // Without a joint on its axis, an angle follows from its last value.
    for (std::size_t k = 0; k < next.angles.size(); ++k)
        if (counted_.all[k].joint < 0 && counted_.all[k].hinge < 0)
            next.angles[k] = withTurns(next.angles[k], now_.angles[k]);
    for (std::size_t k = 0; k < coupled.size(); ++k)
        if (const int a = counted_.ofTerm[k]; a >= 0)
            next.angles[toIndex(a)] = pose.turns().angles()[k];
    now_ = std::move(next);
    return Move::Done;
}

/// To the instant kept nearest to t, unless the last one is nearer.
void DrivenMotion::returnTo(double t) {
    const auto after = std::ranges::lower_bound(kept_, t, {}, &Instant::t);
    const Instant* nearest = &now_;
    const auto offer = [&](const Instant& kept) {
        if (std::abs(kept.t - t) < std::abs(nearest->t - t)) nearest = &kept;
    };
    if (after != kept_.end()) offer(*after);
    if (after != kept_.begin()) offer(*std::prev(after));
    if (nearest == &now_) return;
    now_ = *nearest;
    matrixIsOfNow_ = false;
    loops_.resize(0, 0);
    bodiesFromJoints(model_, now_.t, now_.q.data(), now_.u.data(), bodies_);
}

void DrivenMotion::takeInstants(DrivenMotion&& later) {
    std::ranges::move(later.kept_, std::back_inserter(kept_));
}

Result<void> DrivenMotion::moveTo(double t) {
    returnTo(t);
    double share = 1.0;            // of the longest step
    std::optional<double> across;  // a time beyond a singular pose
    bool mayCross = false;
    while (now_.t != t) {
        const double longest = longestStep(), step = share * longest;
        const double next =
            std::abs(t - now_.t) <= step ? t : now_.t + std::copysign(step, t - now_.t);
        const Move moved = next == now_.t ? Move::Fails : move(next, mayCross);
        const bool isShort = share * longestTurn <= crossingTurn;
        if (moved == Move::Done) {
            share = std::min(1.0, 2.0 * share);
            mayCross = false;
            if (across && (*across - now_.t) * (t - now_.t) <= 0.0) across.reset();
        } else if (moved == Move::Crosses) {
            across = next;
            share = std::abs(next - now_.t) / longest;
            mayCross = share * longestTurn <= crossingTurn;
            if (!mayCross) share *= 0.5;
        } else if (across && isShort && !mayCross) {
            // The step ends in the singular pose itself.
            share = std::abs(*across - now_.t) / longest;
            mayCross = true;
        } else if (mayCross = false; (share *= 0.5) * longestTurn < shortestTurn) {
            return fail(error(
                Place::run(),
                MOMENTREE_TEXT("driven-motion-ends",
                               "the loops cannot follow the motions beyond t = %1 s: there the "
                               "mechanism reaches a dead point or the end of its travel")(
                    numberText(now_.t, 6))));
        }
    }
    if (kept_.empty() || kept_.back().t < t) kept_.push_back(now_);
    return {};
}

Result<Sample> DrivenMotion::at(double t) {
    if (auto moved = moveTo(t); !moved) return tl::unexpected(moved.error());
    momentree::anglesOfLoads(counted_, now_.angles, ofLoads_);
    Sample sample;
    sample.resize(model_);
    sample.time = t;
    for (std::size_t i = 0; i < bodies_.size(); ++i) sample.bodies[i] = stateOf(bodies_[i]);
    observer_.complete(sample, now_.angles);
    if (!std::isfinite(sample.loadForce + sample.loadTorque))
        if (const auto endless = endlessForce(model_, t, sample.bodies, 0.0))
            return fail(error(Place::run(), *endless));
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
    const MatrixXd A = matrixIsOfNow_ ? follower_.matrix()
                                      : closureMatrix(model_, PoseSearch(model_, now_.t, now_.q));
    const VectorXd values = singularValues(A(rowsOf(A), Eigen::all));
    return values[report_.rank - 1] / values[0];
}

}  // namespace momentree
