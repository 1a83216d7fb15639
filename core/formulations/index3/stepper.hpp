// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/observer.hpp"
#include "core/formulations/index3/body_clocks.hpp"
#include "core/formulations/index3/closures.hpp"
#include "core/formulations/index3/solver.hpp"
#include "core/kinematics/turns.hpp"
#include "core/model/law_corners.hpp"
#include "core/stepping/run_spec.hpp"
#include "core/stepping/step_plan.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The common part of rules that solve for the constraints at the end of a step: bodies and rows,
/// the linear system with its threads, the loop over steps and the termination of Newton's method.
template <typename S>
class Index3Stepper : public Stepper, public TraceableStepper, public Paced {
public:
    Index3Stepper(std::shared_ptr<const Model> model, const RunSpec& spec, double penalty,
                  Index3Rule rule = {});

    Progress advance(double until, std::stop_token stop) final;
    /// Not where loops close only nearly: the first steps move them to where they fit, with speeds
    /// that are none of the motion.
    bool watch(std::function<std::int64_t()> look) override {
        if (closures_.rounded()) return false;
        return keepLook(std::move(look));
    }
    PaceError pace() const final { return clocks_.error(); }
    const PhaseClock& phases() const final { return clock_; }
    std::int64_t newtonIterations() const final { return iterations_; }
    std::optional<std::int64_t> newtonIterationsMax() const final { return mostIterations_; }

    void trace(Tracer* tracer) final {
        tracer_ = tracer;
        solver_.trace(tracer);
    }
    bool evaluate() final { return false; }
    bool traceable() const final { return true; }

protected:
    using VectorX = typename Index3Rows<S>::VectorX;
    using Wrench = Vec6<S>;

    /// The penalty relative to the setting, for all rules but Newmark's: pivots near singular poses
    /// may be negative with forces along the rows of another pose, and small for light bodies
    /// between heavy ones; they must not be close to 1 / kappa (THEORY 6.5, 6.8).
    static constexpr double stiffening = 100.0;
    /// Repeats a step of such a rule that fails with a softer penalty, in case a pivot was close to
    /// 1 / kappa or redundant rows diverged.
    template <typename Attempt>
    StepStatus attempted(const Attempt& attempt) {
        constexpr double softening = 0.01;
        const StepStatus status = attempt();
        if (status == StepStatus::Reached || spec_.newtonTolerance == 0.0) return status;
        const double penalty = penalty_;
        setPenalty(softening * penalty);
        const StepStatus second = attempt();
        setPenalty(penalty);
        return second;
    }

    bool keepLook(std::function<std::int64_t()> look) {
        look_ = std::move(look);
        untilLook_ = 1;
        return true;
    }
    /// One step; the state is unchanged if it fails.
    virtual StepStatus step(double tNext) = 0;
    /// Called where a step has ended at a corner, after which loads have another slope.
    virtual void passCorner() {}
    /// One iteration; returns the largest change, see `changeOf`.
    virtual double iterate(int k, double t, S h) = 0;
    /// Iterates until `enough` or up to the limit of the spec.
    StepStatus newton(double t, S h);
    /// Moves the bodies back onto the closures.
    /// @param displace moves the poses of the state and of `bodies_`
    template <typename Displace>
    StepStatus correct(double t, const Displace& displace) {
        const StepReport report = closures_.correct(t, bodies_, displace);
        moved_ = std::max(moved_, report.moved);
        failedRow_ = report.status == StepStatus::Reached ? -1 : report.closureRow;
        return report.status;
    }
    /// Why a step failed, with its start in `bodies_`.
    StepStatus reason(StepStatus status, double tNext);
    /// Whether to stop after iteration k, given its change and the previous one.
    virtual bool enough(int k, double change, double before) const = 0;

    void lap(Phase phase) { momentree::lap(clock_, tracer_, phase); }
    template <typename F>
    void forEachBody(const F& f) {
        workers_.forEach(static_cast<int>(n_), f);
    }
    template <typename F>
    void forEachLink(const F& f) {
        workers_.forEach(static_cast<int>(rows_.links.size()), f);
    }
    /// Angles of loads on bodies that have moved for a time h since the start of the step, by the
    /// trapezoidal rule. @param mean whether their velocities are the means over that time
    std::span<const double> loadAngles(double t, S h, bool mean,
                                       std::span<const BodyKinematics<S>> bodies);
    /// Ends a step of length h: takes the turns of `bodies_`.
    void countTurns(S h);
    /// Completes a sample of poses and velocities at the current time.
    void complete(Sample& out, std::span<const Vec6<double>> own = {}) {
        observer_.complete(out, turns_.all(t_, nullptr, theta_.data()), own);
    }
    /// Accelerations and multipliers of the start from Newton-Euler equations (THEORY 7); sets
    /// lambda_.
    void start(const InitialState& initial, std::span<const BodyKinematics<double>> bodies,
               std::vector<Vec6<double>>& a);
    void setStep(double h);
    void setPenalty(double penalty);  ///< alpha h^2 / 4 over the mass
    /// Lets constraints yield to lambda by a fraction of 1 / kappa, so that multipliers of
    /// redundant ones do not accumulate rounding errors (THEORY 6.6).
    /// @param c y = c times the change of lambda
    void giveWay(const VectorX& lambda, S c) {
        rows_.Phi -= (c * yielding_.array() * lambda.array()).matrix();
    }
    /// The largest entry of a body's `dq_`: of lengths relative to the size of its mechanism, or to
    /// 1 m if that is larger; of angles [rad].
    S changeOf(std::size_t body) const {
        const Wrench& dq = dq_[body];
        const S shift = dq.template head<3>().template lpNorm<Eigen::Infinity>() * perLength_[body];
        const S turn = dq.template tail<3>().template lpNorm<Eigen::Infinity>();
        return shift <= turn ? turn : shift;  // also if one is not finite
    }
    /// The largest entry of `change_`, or one that is not finite.
    double largestChange() const;
    /// Whether a change is due to rounding: near singular poses the penalty amplifies the rounding
    /// of coordinates by the square root of kappa.
    bool isRounding(double change) const;
    /// Whether every sum over a body's state is finite; otherwise sets `failedBody_` to the first
    /// that is not.
    template <typename Sum>
    bool allFinite(const Sum& sum) {
        for (std::size_t i = 0; i < n_; ++i) {
            if (std::isfinite(sum(i))) continue;
            failedBody_ = static_cast<int>(i);
            return false;
        }
        return true;
    }

    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    double penalty_;  ///< alpha h^2 / 4 over the mass
    std::size_t n_;
    Workers workers_;
    Index3Rows<S> rows_;
    Index3Solver<S> solver_;
    Index3Closures<S> closures_;
    std::vector<BodyKinematics<S>> bodies_;
    std::vector<Mat3<S>> inertia_;  ///< J_C [bodies]
    std::vector<S> mass_;
    std::vector<Vec3<S>> damping_;          ///< drag of each body: linear, angular, -
    std::vector<BodyKinematics<S>> tried_;  ///< see `reason`
    std::vector<Wrench> Q_, dq_;
    std::vector<S> change_;     ///< [bodies] in this iteration, see `changeOf`
    std::vector<S> perLength_;  ///< [bodies] [1/m] see `changeOf`
    VectorX lambda_, y_, gap_;  ///< [rows]
    VectorX yielding_;          ///< [rows] see `giveWay`, zero for loads
    Turns<S> turns_;
    std::vector<S> theta_;  ///< counted angles at the start of the step
    Observer observer_;
    PhaseClock clock_;
    double t_ = 0.0;

private:
    void moveAngles(S h, bool mean, std::span<const BodyKinematics<S>> bodies);
    void moveStates(double t, S h, bool mean, std::span<const BodyKinematics<S>> bodies);

    std::vector<S> angleRate_, nextTheta_, nextRate_;  ///< [theta]
    StepPlan plan_;
    std::vector<Corner> corners_;  ///< those without a jump of velocities
    double complianceStep_ = 0.0;
    std::int64_t iterations_ = 0, mostIterations_ = 0;
    int failedBody_ = -1, failedRow_ = -1;
    double moved_ = 0.0;
    BodyClocks clocks_;
    std::function<std::int64_t()> look_;
    std::int64_t untilLook_ = 1;  ///< steps
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
