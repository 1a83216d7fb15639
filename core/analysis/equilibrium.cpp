// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/analysis/controller_refusal.hpp"
#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/endless_force.hpp"
#include "core/dynamics/load_sizes.hpp"
#include "core/dynamics/loads.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/move_along.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/eigenvalues.hpp"
#include "core/math/index.hpp"
#include "core/model/applied_load.hpp"
#include "core/model/rolling.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostSteps = 500;
constexpr double balanced = 1e-11;     ///< forces relative to the loads that they are made of
constexpr double roundedStep = 1e-13;  ///< step that is rounding [rad, sizes]
constexpr double endlessFall = 1e6;    ///< of the size: what moves so far away falls for ever
constexpr double firstStep = 0.5;      ///< of the trust region [rad, sizes]
constexpr double longestStep = 1.0;    ///< [rad, sizes]
constexpr double shortestStep = 1e-13;
constexpr double corneredStep = 0.03;  ///< so short where branches may cross [rad, sizes]
constexpr double nearlyOpen = 0.05;    ///< singular values of the loops where they may [1]
constexpr double flat = 1e-9;          ///< eigenvalues relative to the largest that count as zero
constexpr double firstDelta = 0.1;     ///< of the pseudo-transient continuation [s]

/// Whether every load has a potential, as far as `potentialOf` knows.
bool isConservative(const Model& model) {
    const auto acts = [](const auto& load) {
        return load.law.at(0.0).f != 0.0 || !load.state.empty();
    };
    const auto powered = [](const AxialLoad& load) {
        return load.characteristic.hasPower() || !load.controller.empty();
    };
    return std::ranges::none_of(model.axialLoads, acts) &&
           std::ranges::none_of(model.axialLoads, powered) &&
           std::ranges::none_of(model.appliedLoads, [&](const AppliedLoad& load) {
               return acts(load) && (load.torque || load.bodyAxes);
           });
}

/// A pose on the constraints, at rest.
class Pose {
public:
    Pose(const Model& model, const InitialState& start)
        : model_(&model), counted_(countedAngles(model)), angles_(anglesOf(counted_, start)) {
        bodies_ = kinematicsOf(start.bodies);
        q_.setZero(model.tree.nq);
        VectorXd u = VectorXd::Zero(model.tree.nu);
        jointsFromBodies(model, 0.0, bodies_, q_.data(), u.data());
        exact_ = PoseSearch(model, 0.0, q_, coupledOf(counted_, angles_)).gapAround() <= roundedGap;
        place();
        leastScales_ = mechanismScales(*model_, bodies_).speed;
    }

    /// Moves along the tree's speeds and closes the loops; false if they do not close.
    bool move(const VectorXd& speeds) {
        moveAlong(*model_, speeds, q_);
        if (model_->tree.closureRows > 0) {
            PoseSearch pose(*model_, 0.0, q_, coupledOf(counted_, angles_));
            if (!pose.closeAgain(exact_)) return false;
            q_ = pose.q();
        }
        place();
        const auto joints = static_cast<std::size_t>(counted_.joints);
        angles_ =
            anglesNear(counted_, bodies_,
                       std::vector(angles_.begin(), angles_.begin() + std::ptrdiff_t(joints)));
        return true;
    }
    const std::vector<double>& angles() const { return angles_; }
    InitialState state() const {
        InitialState state;
        for (const BodyKinematics<double>& body : bodies_)
            state.bodies.push_back({body.r, quaternionOf<double>(body.R), {0, 0, 0}, {0, 0, 0}});
        state.angles = angles_;
        return state;
    }
    /// Gravity and springs [J].
    double springsAndWeights() const { return energyOf(*model_, bodies_, ofLoads()).potential; }
    /// With forces fixed in the world.
    double potential() const {
        double U = springsAndWeights();
        for (const AppliedLoad& load : model_->appliedLoads) {
            if (load.torque || load.bodyAxes) continue;
            const std::span<const BodyKinematics<double>> bodies(bodies_);
            U -= actionOf<double>(load, Matrix3d::Identity(), 0.0)
                     .dot(markerKinematics(load.at, bodies).r);
        }
        return U;
    }
    Linearisation linearised() const { return linearise(*model_, state().bodies, angles_); }
    /// For all poses of a search from here: like a run, it finds the structure once.
    ClosureStructure closures() const { return closureStructure(*model_, state().bodies); }
    /// For steps.
    Linearisation stiffness(const ClosureStructure& closures) const {
        return stiffnessAbout(*model_, state().bodies, angles_, closures);
    }
    /// The size of the loads along each free motion, for tolerances [f]. Those that balance each
    /// other, as weight and spring do, count both.
    VectorXd loadsAlong(const Linearisation& about) const {
        const std::vector<LoadSize> Q = loadSizes(*model_, 0.0, bodies_, ofLoads());
        VectorXd sum = VectorXd::Zero(about.N.cols());
        for (std::size_t i = 0; i < Q.size(); ++i) {
            const auto N = about.N.middleRows<6>(6 * static_cast<Index>(i));
            sum += Q[i].force * N.topRows<3>().colwise().norm().transpose() +
                   Q[i].torque * N.bottomRows<3>().colwise().norm().transpose();
        }
        return sum.cwiseMax(roundingOf(about, Q));
    }
    /// Not below those at the start: the size of a body that passes a point of ground may be zero.
    VectorXd scales() const {
        return mechanismScales(*model_, bodies_).speed.cwiseMax(leastScales_);
    }
    double size() const { return mechanismScales(*model_, bodies_).largest(); }
    /// Motions along which the loops hardly open, beside the free ones: near a pose where branches
    /// cross, those of other branches. Joint speeds [nu x motions] in units of `scales`.
    MatrixXd nearlyFree(Index freedom) const {
        constexpr Index most = 12;
        const MatrixXd A = PoseSearch(*model_, 0.0, q_).equations().A;
        const Index count = std::min(A.cols(), freedom + most);
        const MatrixXd least = leastRightVectors(A, count).leftCols(count - freedom);
        std::vector<Index> open;
        for (Index k = least.cols(); k-- > 0;)
            if ((A * least.col(k)).norm() < nearlyOpen) open.push_back(k);
        return least(Eigen::all, open);
    }

private:
    /// Loads along motions that they hardly move, as a rod that spins about its own axis, are
    /// rounding: a part of what they would do along the motion if they pointed there.
    VectorXd roundingOf(const Linearisation& about, const std::vector<LoadSize>& Q) const {
        constexpr double share = 1e-4;
        const double size = mechanismScales(*model_, bodies_).largest();
        double all = 0.0;
        VectorXd farthest = VectorXd::Zero(about.N.cols());
        for (std::size_t i = 0; i < Q.size(); ++i) {
            const auto N = about.N.middleRows<6>(6 * static_cast<Index>(i));
            all += Q[i].force + Q[i].torque / size;
            farthest = farthest.cwiseMax(N.topRows<3>().colwise().norm().transpose())
                           .cwiseMax(size * N.bottomRows<3>().colwise().norm().transpose());
        }
        return share * all * farthest;
    }
    void place() {
        const VectorXd rest = VectorXd::Zero(model_->tree.nu);
        bodiesFromJoints(*model_, 0.0, q_.data(), rest.data(), bodies_);
        for (BodyKinematics<double>& body : bodies_) body.v.setZero(), body.w.setZero();
    }
    std::vector<double> ofLoads() const {
        std::vector<double> values(model_->loadAngles(), 0.0);
        anglesOfLoads(counted_, angles_, values);
        return values;
    }

    const Model* model_;
    CountedAngles counted_;
    std::vector<double> angles_;
    VectorXd q_, leastScales_;
    bool exact_ = true;
    std::vector<BodyKinematics<double>> bodies_;
};

/// How far a pose is from rest.
struct Imbalance {
    double residual = 0.0;  ///< forces relative to the loads that they are made of
    bool atRest = false;    ///< or Newton's step is rounding, as where terms of one law cancel
};

Imbalance imbalanceOf(const Pose& pose, const Linearisation& about) {
    const VectorXd loads = pose.loadsAlong(about);
    const double largest = loads.size() > 0 ? loads.maxCoeff() : 0.0;
    Imbalance out;
    if (largest > 0.0) out.residual = about.f_r.cwiseAbs().maxCoeff() / largest;
    out.atRest = out.residual <= balanced;
    if (out.atRest) return out;
    const VectorXd z = leastSquares(about.K_r, about.f_r, 1e-14);
    const VectorXd rest = about.f_r - about.K_r * z;  // along motions that nothing drives back
    out.atRest =
        rest.cwiseAbs().maxCoeff() <= balanced * largest &&
        (about.speeds * z).cwiseQuotient(pose.scales()).cwiseAbs().maxCoeff() <= roundedStep;
    return out;
}

/// (K + mu) z = f with the least mu >= 0 that makes K positive definite and the step short enough;
/// in an equilibrium that is no minimum, along the direction that falls most.
struct TrustStep {
    VectorXd z;
    double expected = 0.0;  ///< change of the potential, by the quadratic model [J]
    bool atBound = false;
};

TrustStep trustStep(const Linearisation& about, const VectorXd& scales, double radius,
                    bool atRest) {
    const SymmetricEigenvalues M = symmetricEigenvalues(about.M_r);
    const MatrixXd unit =
        M.vectors * M.values.cwiseSqrt().cwiseInverse().asDiagonal();  // z = unit y
    const MatrixXd K = unit.transpose() * 0.5 * (about.K_r + about.K_r.transpose()) * unit;
    const SymmetricEigenvalues found = symmetricEigenvalues(K);
    const VectorXd f = found.vectors.transpose() * (unit.transpose() * about.f_r);
    const MatrixXd directions = unit * found.vectors;
    const auto length = [&](const VectorXd& y) {
        return (about.speeds * (directions * y)).cwiseQuotient(scales).cwiseAbs().maxCoeff();
    };
    const double largest = found.values.cwiseAbs().maxCoeff(), least = found.values[0];
    TrustStep step;
    VectorXd y;
    if (atRest && least < -flat * largest) {
        y = VectorXd::Unit(f.size(), 0);
        y *= radius / length(y);
        step.atBound = true;
    } else {
        const double slack = flat * largest + 1e-12 * f.norm();
        double mu = least < -flat * largest ? slack - least : 0.0;
        const auto at = [&](double shift) {
            VectorXd solved = VectorXd::Zero(f.size());
            for (Index k = 0; k < f.size(); ++k)
                if (f[k] != 0.0) solved[k] = f[k] / std::max(found.values[k] + shift, slack);
            return solved;
        };
        y = at(mu);
        for (double more = slack; length(y) > radius; more *= 2.0) {
            mu += more;
            y = at(mu);
            step.atBound = true;
        }
    }
    step.z = directions * y;
    step.expected = -f.dot(y) + 0.5 * y.dot(found.values.cwiseProduct(y));
    return step;
}

Result<void> notFound(const Equilibrium& out) {
    return fail(
        error(Place::run(),
              MOMENTREE_TEXT(
                  "no-equilibrium",
                  "no equilibrium was found in %1 steps; forces of %2 of the loads remain. "
                  "Something may fall or turn for ever")(out.steps, numberText(out.residual, 2))));
}

/// A lower pose near on other branches of the loops, such as that of a parallelogram that folded
/// flat; nothing if none is found.
std::optional<Pose> onOtherBranch(const Pose& pose, Index freedom) {
    Pose lowest = pose;
    const double before = pose.potential();
    double least = before;
    const MatrixXd motions = pose.nearlyFree(freedom);
    const VectorXd scales = pose.scales();
    for (Index k = 0; k < motions.cols(); ++k)
        for (const double length : {0.3, -0.3}) {
            const VectorXd move = length / motions.col(k).cwiseAbs().maxCoeff() * motions.col(k);
            Pose next = lowest;
            if (!next.move(move.cwiseProduct(scales)) || !(next.potential() < least)) continue;
            least = next.potential();
            lowest = next;
            break;
        }
    if (least < before) return lowest;
    return std::nullopt;
}

/// Lowers the potential until it is least.
Result<void> descend(Pose& pose, Equilibrium& out) {
    const ClosureStructure closures = pose.closures();
    const double farthest = endlessFall * pose.size();
    double radius = firstStep;
    bool mayBeCornered = true;
    for (out.steps = 0; out.steps < mostSteps && pose.size() < farthest; ++out.steps) {
        const Linearisation about = pose.stiffness(closures);
        const Imbalance now = imbalanceOf(pose, about);
        out.residual = now.residual;
        if (radius < corneredStep && std::exchange(mayBeCornered, false)) {
            if (auto lower = onOtherBranch(pose, about.speeds.cols())) {
                pose = *lower;
                radius = firstStep;
                continue;
            }
        }
        mayBeCornered = mayBeCornered || radius > 4.0 * corneredStep;
        const TrustStep step = trustStep(about, pose.scales(), radius, now.atRest);
        if (now.atRest && !step.atBound) return {};
        const double before = pose.potential();
        // Where the potential changes by less than its rounding, the force decides.
        const double rounding = 1e-13 * std::max(std::abs(before), about.M_r.norm());
        for (TrustStep trial = step;; trial = trustStep(about, pose.scales(), radius, now.atRest)) {
            Pose next = pose;
            const bool moved = next.move(about.speeds * trial.z);
            const double change = moved ? next.potential() - before : 1.0;
            const bool tiny = std::abs(trial.expected) <= rounding;
            if (moved && (tiny || change < 0.1 * trial.expected)) {
                if (!tiny && change < 0.75 * trial.expected && trial.atBound)
                    radius = std::min((change < 0.95 * trial.expected ? 4.0 : 2.0) * radius,
                                      longestStep);
                pose = next;
                break;
            }
            radius *= 0.25;
            if (radius < shortestStep) return notFound(out);
        }
    }
    return notFound(out);
}

/// Balances loads without a potential.
Result<void> balance(Pose& pose, Equilibrium& out) {
    const ClosureStructure closures = pose.closures();
    const double farthest = endlessFall * pose.size();
    double delta = firstDelta, last = -1.0;
    for (out.steps = 0; out.steps < mostSteps && pose.size() < farthest; ++out.steps) {
        const Linearisation about = pose.stiffness(closures);
        const Imbalance now = imbalanceOf(pose, about);
        out.residual = now.residual;
        if (now.atRest) return {};
        const double force = about.f_r.cwiseAbs().maxCoeff();
        if (last > 0.0) delta *= std::clamp(2.0 * last / force, 0.1, 10.0);
        last = force;
        VectorXd z;
        for (;; delta *= 0.25) {
            z = leastSquares(about.M_r / (delta * delta) + about.K_r, about.f_r, 1e-14);
            const double length =
                (about.speeds * z).cwiseQuotient(pose.scales()).cwiseAbs().maxCoeff();
            Pose next = pose;
            if (length <= firstStep && next.move(about.speeds * z)) {
                pose = next;
                break;
            }
            if (delta < 1e-9) return notFound(out);
        }
    }
    return notFound(out);
}

/// Whether the model has only what an equilibrium knows.
Result<void> checkLoads(const Model& model) {
    if (!model.stops.empty())
        return fail(error(
            Place::run(),
            MOMENTREE_TEXT("equilibrium-limits",
                           "an equilibrium does not know the limit or contact '%1' with its "
                           "restitution; give it a stiffness instead")(model.stops.front().name)));
    if (const JointElement* joint = firstNonHolonomic(model))
        return fail(error(
            Place::joint(joint->name),
            MOMENTREE_TEXT("equilibrium-rolling",
                           "an equilibrium does not know whether a %1 joint holds the pose by its "
                           "friction; replace it, for example by a fixed or point-on-plane "
                           "joint")(joint->type)));
    return refuseControllerStates(model);
}

Result<Equilibrium> equilibriumFrom(const Model& given, const InitialState& start,
                                    int degreesOfFreedom) {
    const Model model = withoutSticking(given);
    if (const auto endless = endlessForce(model, 0.0, start.bodies, 0.0))
        return fail(error(Place::run(), *endless));
    Pose pose(model, start);
    Equilibrium out;
    out.conservative = isConservative(model);
    if (degreesOfFreedom > 0)
        if (const auto found = out.conservative ? descend(pose, out) : balance(pose, out); !found)
            return tl::unexpected(found.error());
    out.linearisation = pose.linearised();
    out.state = pose.state();
    out.potential = pose.springsAndWeights();
    out.modes = modesOf(model, out.linearisation);
    return out;
}

}  // namespace

Result<Equilibrium> equilibrium(const Model& model) {
    if (auto known = checkLoads(model); !known) return tl::unexpected(known.error());
    AssemblyReport report;
    const auto start = assemble(model, &report);
    if (!start) return tl::unexpected(start.error());
    return equilibriumFrom(model, *start, report.degreesOfFreedom);
}

Result<Equilibrium> equilibriumNear(const Model& model, const JointMotion& near) {
    if (auto known = checkLoads(model); !known) return tl::unexpected(known.error());
    AssemblyReport report;
    const auto start = assembleNear(model, near, &report);
    if (!start) return tl::unexpected(start.error());
    return equilibriumFrom(model, *start, report.degreesOfFreedom);
}

}  // namespace momentree
