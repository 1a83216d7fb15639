// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/integrator.hpp"
#include "core/integrators/stall_watch.hpp"

#ifdef MOMENTREE_HAVE_SUNDIALS

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <type_traits>

namespace momentree {
namespace {

static_assert(std::is_same_v<realtype, double>);

constexpr double minimumCvodeStep = 1e-12;  // [s], far below any motion; CVODE fails below it
constexpr int stepsPerRenewal = 20;
constexpr double renewalInterval = 0.5;  // [s]
constexpr double horizon = 1.0;  // [s], limits the first step; not a sample's time, for equal runs
constexpr double never = 1e300;  // [s]
constexpr double growthAfterStop = 10.0;  // at most, of the step that CVODE says it takes next
constexpr int largestDense = 10000;       // states; Jacobian and copy then take 1.6 GB
constexpr double angleTolerance = 0.01;   // [rad], of angles that must be right within pi

/// SUNDIALS' CVODE with variable order and step: BDF with Newton's method and a dense difference
/// Jacobian, or Adams-Moulton with fixed-point iteration. CVODE steps past the requested times and
/// interpolates, so that sampling does not change the solution.
class Cvode final : public Integrator<double> {
public:
    Cvode(int method, const IntegratorSettings& settings) : method_(method), settings_(settings) {}
    ~Cvode() override { release(); }
    Cvode(const Cvode&) = delete;
    Cvode& operator=(const Cvode&) = delete;

    Result<void> start(OdeSystem<double>& system, double t, const Vector& y) override;
    Progress advance(double until, const std::stop_token& stop, PhaseClock& clock) override;
    double time() const override { return t_; }
    const Vector& state() const override { return y_; }
    std::int64_t newtonIterations() const override { return iterations_; }
    std::int64_t newtonIterationsMax() const override { return mostIterations_; }

private:
    bool create();
    bool setTolerances();
    bool createSolver();
    void release();
    StepStatus stepOnce();
    StepStatus crossCorner();
    StepStatus startAgain();
    bool inCorner() const;
    bool limitStep();
    StepStatus renew();
    void interpolate(double t);
    static int rightHandSide(double t, N_Vector y, N_Vector ydot, void* self);
    static void silent(int, const char*, const char*, char*, void*) {}

    int method_;
    IntegratorSettings settings_;
    OdeSystem<double>* system_ = nullptr;
    double t_ = 0.0, reached_ = 0.0;  ///< time of `state`, and of CVODE
    Vector y_, internal_;             ///< the same for the state
    int stepsSinceRenewal_ = 0;
    bool stopped_ = false;      ///< the last step ended where it was told to
    double restartedAt_ = 0.0;  ///< [s]
    Vector renewed_, previous_;
    Vector units_;  ///< `OdeSystem::units`

    SUNContext context_ = nullptr;
    void* memory_ = nullptr;
    N_Vector internalView_ = nullptr, outView_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver linear_ = nullptr;
    SUNNonlinearSolver fixedPoint_ = nullptr;

    const std::stop_token* stop_ = nullptr;  ///< of the running `advance`
    PhaseClock* clock_ = nullptr;
    StepStatus failure_ = StepStatus::Reached;  ///< of the last failed derivative
    int failedBody_ = -1, failedRow_ = -1;
    std::int64_t iterations_ = 0, mostIterations_ = 0;  ///< of the nonlinear solver
    std::int64_t iterationsBefore_ = 0;                 ///< before the last restart
    StallWatch stall_;
};

Result<void> Cvode::start(OdeSystem<double>& system, double t, const Vector& y) {
    system_ = &system;
    t_ = reached_ = t;
    y_ = internal_ = y;
    renewed_ = previous_ = y;
    units_ = system.units();
    restartedAt_ = t;
    stall_.start(t, settings_.step);
    stopped_ = false;
    stepsSinceRenewal_ = 0;
    failedRow_ = -1;
    iterations_ = mostIterations_ = iterationsBefore_ = 0;
    release();
    if (y.size() == 0) return {};
    if (method_ == CV_BDF && y.size() > largestDense)
        return fail(error(
            Place::setting("integrator", "cvode-bdf"),
            MOMENTREE_TEXT("cvode-dense",
                           "needs a dense Jacobian of all %1 states, more than %2 do not fit in "
                           "memory; use cvode-adams or rk4")(y.size(), largestDense)));
    if (!create())
        return fail(
            error(Place::setting("integrator"),
                  MOMENTREE_TEXT("cvode-memory",
                                 "CVODE cannot start: not enough memory for %1 states")(y.size())));
    return {};
}

bool Cvode::create() {
    if (SUNContext_Create(nullptr, &context_) != 0) return false;
    internalView_ = N_VMake_Serial(internal_.size(), internal_.data(), context_);
    outView_ = N_VMake_Serial(y_.size(), y_.data(), context_);
    memory_ = CVodeCreate(method_, context_);
    if (!internalView_ || !outView_ || !memory_) return false;
    CVodeSetErrHandlerFn(memory_, silent, nullptr);
    return CVodeInit(memory_, rightHandSide, t_, internalView_) == CV_SUCCESS && setTolerances() &&
           CVodeSetUserData(memory_, this) == CV_SUCCESS &&
           CVodeSetMinStep(memory_, minimumCvodeStep) == CV_SUCCESS && createSolver();
}

/// CVODE bounds the root mean square over all entries; that over the entries without counted angles
/// is meant.
bool Cvode::setTolerances() {
    const Eigen::Index angles = system_->angleSize(), all = internal_.size();
    const double share = std::sqrt(static_cast<double>(std::max<Eigen::Index>(all - angles, 1)) /
                                   static_cast<double>(all));
    Vector absolute = share * settings_.absoluteTolerance * units_;
    absolute.segment(system_->positionSize() - angles, angles).setConstant(angleTolerance);
    const N_Vector view = N_VMake_Serial(all, absolute.data(), context_);
    if (!view) return false;
    const int flag = CVodeSVtolerances(memory_, share * settings_.relativeTolerance, view);
    N_VDestroy(view);  // CVODE keeps a copy
    return flag == CV_SUCCESS;
}

bool Cvode::createSolver() {
    if (method_ == CV_ADAMS) {
        fixedPoint_ = SUNNonlinSol_FixedPoint(internalView_, 0, context_);
        return fixedPoint_ && CVodeSetNonlinearSolver(memory_, fixedPoint_) == CV_SUCCESS;
    }
    matrix_ = SUNDenseMatrix(internal_.size(), internal_.size(), context_);
    if (!matrix_) return false;
    linear_ = SUNLinSol_Dense(internalView_, matrix_, context_);
    return linear_ && CVodeSetLinearSolver(memory_, linear_, matrix_) == CV_SUCCESS;
}

void Cvode::release() {
    if (memory_) CVodeFree(&memory_);
    if (fixedPoint_) SUNNonlinSolFree(fixedPoint_);
    if (linear_) SUNLinSolFree(linear_);
    if (matrix_) SUNMatDestroy(matrix_);
    if (outView_) N_VDestroy(outView_);
    if (internalView_) N_VDestroy(internalView_);
    if (context_) SUNContext_Free(&context_);
    fixedPoint_ = nullptr;
    linear_ = nullptr;
    matrix_ = nullptr;
    outView_ = internalView_ = nullptr;
}

Progress Cvode::advance(double until, const std::stop_token& stop, PhaseClock& clock) {
    Progress progress;
    stop_ = &stop;
    clock_ = &clock;
    if (!memory_) reached_ = std::max(reached_, until);
    while (reached_ < until && progress.status == StepStatus::Reached) {
        progress.status = stop.stop_requested() ? StepStatus::Stopped : stepOnce();
        if (progress.status == StepStatus::Reached) ++progress.steps;
    }
    if (until > t_) interpolate(std::min(until, reached_));
    if (progress.status == StepStatus::NotFinite) progress.body = failedBody_;
    progress.closureRow = failedRow_;
    progress.time = t_;
    clock.lap(Phase::Integrate);
    return progress;
}

/// One internal step. On failure the state stays that of the previous step.
StepStatus Cvode::stepOnce() {
    if (inCorner()) return crossCorner();
    if (stall_.stalls(reached_)) return StepStatus::StepTooSmall;
    if (stepsSinceRenewal_ == stepsPerRenewal)
        if (const StepStatus status = renew(); status != StepStatus::Reached) return status;
    failure_ = StepStatus::Reached;
    double t = reached_;
    previous_ = internal_;
    if (!limitStep()) return StepStatus::NotConverged;
    const int flag = CVode(memory_, reached_ + horizon, internalView_, &t, CV_ONE_STEP);
    long iterations = 0;
    if (CVodeGetNumNonlinSolvIters(memory_, &iterations) == CV_SUCCESS) {
        const std::int64_t total = iterationsBefore_ + iterations;
        mostIterations_ = std::max(mostIterations_, total - iterations_);
        iterations_ = total;
    }
    if (flag >= 0) {
        reached_ = t;
        stopped_ = flag == CV_TSTOP_RETURN;
        ++stepsSinceRenewal_;
        return StepStatus::Reached;
    }
    internal_ = previous_;  // CVODE overwrites it in failed steps, too
    if (stop_->stop_requested()) return StepStatus::Stopped;
    if (failure_ != StepStatus::Reached) return failure_;
    return flag == CV_ERR_FAILURE || flag == CV_TOO_MUCH_ACC ? StepStatus::StepTooSmall
                                                             : StepStatus::NotConverged;
}

/// One short step of Euler's method, with the jump.
StepStatus Cvode::crossCorner() {
    const double end = settings_.stepEnd(reached_, reached_ + horizon), h = end - reached_;
    failure_ = StepStatus::Reached;
    clock_->lap(Phase::Integrate);
    if (const StepStatus status = system_->derivative(reached_, internal_, previous_, *clock_);
        status != StepStatus::Reached)
        return status;
    renewed_ = internal_ + h * previous_;
    const StepReport report = system_->retract(restartedAt_, end, renewed_);
    if (!renewed_.allFinite()) return StepStatus::NotFinite;
    if (report.status != StepStatus::Reached) {
        failedRow_ = report.closureRow;
        return report.status;
    }
    reached_ = end;
    stepsSinceRenewal_ = 0;
    return startAgain();
}

/// From `renewed_` at `reached_`.
StepStatus Cvode::startAgain() {
    restartedAt_ = reached_;
    stopped_ = false;
    iterationsBefore_ = iterations_;
    internal_ = renewed_;
    return CVodeReInit(memory_, reached_, internalView_) == CV_SUCCESS ? StepStatus::Reached
                                                                       : StepStatus::NotConverged;
}

bool Cvode::inCorner() const {
    const auto next = std::ranges::upper_bound(settings_.corners, reached_, {}, &Corner::to);
    return next != settings_.corners.end() && next->from <= reached_;
}

/// CVODE takes no step beyond the next corner, nor across a push.
bool Cvode::limitStep() {
    if (inCorner()) return true;
    double h = 0.0;
    CVodeGetCurrentStep(memory_, &h);
    if (stopped_) h *= growthAfterStop;
    if (h == 0.0) h = horizon;
    const double shown = settings_.shownStep(reached_, h);
    const double end = settings_.stepEnd(reached_, shown < h ? reached_ + shown : never);
    return CVodeSetStopTime(memory_, end) == CV_SUCCESS;
}

/// Moves the state back onto the manifold. CVODE starts again from there if the configuration
/// changes by more than its tolerances, velocities jump, or impulses in momenta have grown for
/// long. All samples up to now have been taken: CVODE cannot interpolate after a restart.
StepStatus Cvode::renew() {
    stepsSinceRenewal_ = 0;
    renewed_ = internal_;
    const StepReport report = system_->retract(restartedAt_, reached_, renewed_);
    if (!renewed_.allFinite()) return StepStatus::Reached;  // the next step fails by itself
    if (report.status != StepStatus::Reached) {
        failedRow_ = report.closureRow;
        return report.status;
    }
    double change = 0.0;
    for (Eigen::Index k = 0; k < system_->positionSize(); ++k)
        change = std::max(change, std::abs(renewed_[k] - internal_[k]) /
                                      (settings_.absoluteTolerance * units_[k] +
                                       settings_.relativeTolerance * std::abs(internal_[k])));
    if (change < 1.0 && !report.jumped && reached_ - restartedAt_ < renewalInterval)
        return StepStatus::Reached;
    return startAgain();
}

void Cvode::interpolate(double t) {
    if (t <= t_) return;
    if (memory_) {
        // Before its first step, CVODE cannot interpolate.
        if (t == reached_)
            y_ = internal_;
        else if (CVodeGetDky(memory_, t, 0, outView_) != CV_SUCCESS)
            return;
        system_->retract(t, t, y_);
    }
    t_ = t;
}

int Cvode::rightHandSide(double t, N_Vector y, N_Vector ydot, void* self) {
    Cvode& cvode = *static_cast<Cvode*>(self);
    if (cvode.stop_->stop_requested()) return -1;
    const Eigen::Index size = cvode.internal_.size();
    const Eigen::Map<const Vector> in(N_VGetArrayPointer(y), size);
    Eigen::Map<Vector> out(N_VGetArrayPointer(ydot), size);
    cvode.clock_->lap(Phase::Integrate);
    StepStatus status = cvode.system_->derivative(t, in, out, *cvode.clock_);
    if (status == StepStatus::Reached && !out.allFinite()) status = StepStatus::NotFinite;
    if (status == StepStatus::Reached) return 0;
    cvode.failure_ = status;
    cvode.failedBody_ = firstNotFinite<double>(*cvode.system_, in);
    if (cvode.failedBody_ < 0) cvode.failedBody_ = firstNotFinite<double>(*cvode.system_, out);
    return 1;  // recoverable: CVODE tries a smaller step
}

}  // namespace

std::unique_ptr<Integrator<double>> makeCvodeBdf(const IntegratorSettings& settings) {
    return std::make_unique<Cvode>(CV_BDF, settings);
}
std::unique_ptr<Integrator<double>> makeCvodeAdams(const IntegratorSettings& settings) {
    return std::make_unique<Cvode>(CV_ADAMS, settings);
}
std::optional<Message> cvodeRefusal() { return {}; }

}  // namespace momentree

#else

namespace momentree {

std::unique_ptr<Integrator<double>> makeCvodeBdf(const IntegratorSettings&) { return nullptr; }
std::unique_ptr<Integrator<double>> makeCvodeAdams(const IntegratorSettings&) { return nullptr; }
std::optional<Message> cvodeRefusal() {
    return MOMENTREE_TEXT(
        "no-sundials", "this build has no SUNDIALS; install libsundials-dev and configure again");
}

}  // namespace momentree

#endif
