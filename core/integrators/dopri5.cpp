// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "core/integrators/shared_steps.hpp"
#include "core/integrators/stall_watch.hpp"

namespace momentree {
namespace {

constexpr double minimumStep = 1e-12;  // [s], far below any motion

/// The method of Dormand and Prince, order 5 with an error estimate of order 4 (Hairer, Norsett,
/// Wanner, Solving Ordinary Differential Equations I, II.5). It steps past the requested times and
/// interpolates with its continuous extension of order 4, so that sampling does not change the
/// solution. Written here because no packaged library offers both precisions.
template <typename S>
class Dopri5 final : public Integrator<S> {
public:
    using Vector = typename OdeSystem<S>::Vector;

    explicit Dopri5(const IntegratorSettings& settings,
                    std::shared_ptr<SharedSteps> shared = nullptr)
        : settings_(settings), shared_(std::move(shared)) {}

    Result<void> start(OdeSystem<S>& system, double t, const Vector& y) override {
        system_ = &system;
        t_ = reached_ = begin_ = t;
        y_ = accepted_ = next_ = y;
        const Eigen::Index angles = system.angleSize(), others = y.size() - angles;
        weights_.setConstant(y.size(),
                             std::sqrt(static_cast<S>(y.size()) / static_cast<S>(others)));
        weights_.segment(system.positionSize() - angles, angles).setZero();
        units_ = system.units();
        h_ = 0.0;
        stall_.start(t, settings_.step);
        haveSlope_ = false;
        for (Vector& k : k_) k.setZero(y.size());
        for (Vector* v : {&stage_, &error_}) v->setZero(y.size());
        for (Vector& r : dense_) r.setZero(y.size());
        return {};
    }

    Progress advance(double until, const std::stop_token& stop, PhaseClock& clock) override {
        Progress progress;
        clock_ = &clock;
        while (reached_ < until && progress.status == StepStatus::Reached) {
            progress.status = stop.stop_requested() ? StepStatus::Stopped : acceptStep(stop);
            if (progress.status == StepStatus::Reached) ++progress.steps;
        }
        if (until > t_) handOut(std::min(until, reached_));
        if (progress.status == StepStatus::NotFinite) progress.body = failedBody_;
        progress.closureRow = failedRow_;
        progress.moved = std::exchange(moved_, 0.0);
        progress.time = t_;
        clock.lap(Phase::Integrate);
        return progress;
    }
    double time() const override { return t_; }
    const Vector& state() const override { return y_; }

private:
    /// Reduces the step until it is accurate enough.
    StepStatus acceptStep(const std::stop_token& stop) {
        if (!haveSlope_) {
            const StepStatus status = derivative(reached_, accepted_, k_[0]);
            if (status != StepStatus::Reached) return status;
            haveSlope_ = true;
        }
        if (shared_ && shared_->chosen) return takeGivenStep();
        if (h_ == 0.0) h_ = firstStep();
        double largest = 5.0;
        for (;;) {
            if (stop.stop_requested()) return StepStatus::Stopped;
            if (stall_.stalls(reached_)) return StepStatus::StepTooSmall;
            h_ = settings_.shownStep(reached_, h_);
            double end = settings_.stepEnd(reached_, reached_ + h_);
            if (shared_) end = std::min(end, shared_->stopAfter(reached_));
            const bool cornered = end < reached_ + h_;
            const double taken = cornered ? end - reached_ : h_;
            const StepStatus status = tryStep(taken);
            const double e = status == StepStatus::Reached ? errorNorm() : 1e30;
            const double wanted = std::isfinite(e) ? 0.9 * std::pow(std::max(e, 1e-10), -0.2) : 0.0;
            // A step to a corner says little about the next.
            const double next = taken * std::clamp(wanted, 0.2, largest);
            h_ = cornered && e <= 1.0 ? std::max(h_, next) : next;
            if (e <= 1.0) {
                const StepStatus accepted = accept(taken, end);
                if (accepted == StepStatus::Reached && shared_) shared_->ends.push_back(end);
                if (accepted == StepStatus::Reached) return accepted;
                h_ = 0.5 * taken;
                if (h_ < minimumStep || reached_ + h_ == reached_) return accepted;
            }
            largest = 1.0;
            if (h_ < minimumStep || reached_ + h_ == reached_)
                return status == StepStatus::Reached ? StepStatus::StepTooSmall : status;
        }
    }

    /// Whatever its error is.
    StepStatus takeGivenStep() {
        const double end = shared_->ends[shared_->next++] - shared_->from;
        const StepStatus status = tryStep(end - reached_);
        return status == StepStatus::Reached ? accept(end - reached_, end) : status;
    }

    /// Computes y(t + h) in next_ and its error in error_; k_[0] is the slope at t.
    StepStatus tryStep(double h) {
        // clang-format off
        static constexpr std::array<double, 7> c{0.0, 1.0/5, 3.0/10, 4.0/5, 8.0/9, 1.0, 1.0};
        static constexpr std::array<std::array<double, 6>, 7> a{{
            {}, {1.0/5}, {3.0/40, 9.0/40}, {44.0/45, -56.0/15, 32.0/9},
            {19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729},
            {9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656},
            {35.0/384, 0.0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84}}};
        static constexpr std::array<double, 7> e{71.0/57600, 0.0, -71.0/16695, 71.0/1920,
                                                 -17253.0/339200, 22.0/525, -1.0/40};
        // clang-format on
        for (std::size_t i = 1; i < k_.size(); ++i) {
            stage_ = accepted_;
            for (std::size_t j = 0; j < i; ++j) stage_ += static_cast<S>(h * a[i][j]) * k_[j];
            const StepStatus status = derivative(reached_ + c[i] * h, stage_, k_[i]);
            if (status != StepStatus::Reached) return status;
        }
        next_ = stage_;
        error_.setZero();
        for (std::size_t j = 0; j < k_.size(); ++j) error_ += static_cast<S>(h * e[j]) * k_[j];
        return StepStatus::Reached;
    }

    /// Not accepted if the closures cannot be met at its end.
    StepStatus accept(double h, double end) {
        static constexpr std::array<double, 7> d{
            -12715105075.0 / 11282082432.0,  0.0,
            87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
            701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
            69997945.0 / 29380423.0};
        dense_[0] = accepted_;
        dense_[1] = next_ - accepted_;
        dense_[2] = static_cast<S>(h) * k_[0] - dense_[1];
        dense_[3] = dense_[1] - static_cast<S>(h) * k_[6] - dense_[2];
        dense_[4].setZero();
        for (std::size_t j = 0; j < k_.size(); ++j) dense_[4] += static_cast<S>(h * d[j]) * k_[j];
        stage_ = next_;
        if (const StepReport report = system_->retract(reached_, end, next_);
            report.status != StepStatus::Reached) {
            failedRow_ = report.closureRow;
            return report.status;
        } else {
            moved_ = std::max(moved_, report.moved);
        }
        begin_ = reached_;
        reached_ = end;
        // The last slope is the next step's first. Only the turns of counted angles matter to it.
        haveSlope_ = next_.cwiseProduct(weights_) == stage_.cwiseProduct(weights_);
        if (haveSlope_) k_[0].swap(k_[6]);
        accepted_.swap(next_);
        return StepStatus::Reached;
    }

    /// Sets the state to that at t in the last step.
    void handOut(double t) {
        if (t <= t_) return;
        if (t == reached_) {
            y_ = accepted_;
        } else {
            const S x = static_cast<S>((t - begin_) / (reached_ - begin_));
            const S rest = S(1) - x;
            y_ = dense_[0] +
                 x * (dense_[1] + rest * (dense_[2] + x * (dense_[3] + rest * dense_[4])));
            system_->retract(t, t, y_);
        }
        t_ = t;
    }

    /// Root mean square over the entries except counted angles, each relative to its tolerance.
    S norm(const Vector& v) const {
        const auto tolerated = static_cast<S>(settings_.absoluteTolerance) * units_.array() +
                               static_cast<S>(settings_.relativeTolerance) *
                                   accepted_.array().abs().max(next_.array().abs());
        return std::sqrt((v.array() * weights_.array() / tolerated).square().mean());
    }
    double errorNorm() const {
        return error_.size() == 0 ? 0.0 : static_cast<double>(norm(error_));
    }

    /// Hairer's initial step: an explicit Euler step that changes the solution by about one per
    /// cent, limited by what the change of slope along it permits for a method of order 5.
    double firstStep() {
        if (accepted_.size() == 0) return 1.0;
        next_ = accepted_;
        const double size = static_cast<double>(norm(accepted_));
        const double slope = static_cast<double>(norm(k_[0]));
        const double h = size > 1e-5 && slope > 1e-5 ? 0.01 * size / slope : 1e-6;
        stage_ = accepted_ + static_cast<S>(h) * k_[0];
        if (derivative(reached_ + h, stage_, k_[1]) != StepStatus::Reached) return h;
        error_ = k_[1] - k_[0];
        const double steepest = std::max(slope, static_cast<double>(norm(error_)) / h);
        if (!std::isfinite(steepest)) return h;
        return std::min(100.0 * h,
                        steepest > 1e-15 ? std::pow(0.01 / steepest, 0.2) : std::max(1e-6, h));
    }

    StepStatus derivative(double t, const Vector& y, Vector& ydot) {
        clock_->lap(Phase::Integrate);
        StepStatus status = system_->derivative(t, y, ydot, *clock_);
        if (status == StepStatus::Reached && !ydot.allFinite()) status = StepStatus::NotFinite;
        if (status == StepStatus::NotFinite) {
            failedBody_ = firstNotFinite<S>(*system_, y);
            if (failedBody_ < 0) failedBody_ = firstNotFinite<S>(*system_, ydot);
        }
        return status;
    }

    IntegratorSettings settings_;
    std::shared_ptr<SharedSteps> shared_;  ///< null: steps of its own
    OdeSystem<S>* system_ = nullptr;
    PhaseClock* clock_ = nullptr;                   ///< of the running `advance`
    double t_ = 0.0, reached_ = 0.0, begin_ = 0.0;  ///< time of `state`; end and begin of the step
    double h_ = 0.0;                                ///< to try next [s], 0 before the first
    bool haveSlope_ = false;                        ///< k_[0] is the slope at reached_
    Vector y_, accepted_, next_, stage_, error_;    ///< `state`; at reached_
    Vector units_;                                  ///< `OdeSystem::units`
    Vector weights_;                                ///< of entries in error norms
    std::array<Vector, 7> k_;
    std::array<Vector, 5> dense_;  ///< continuous extension over the last step
    int failedBody_ = -1, failedRow_ = -1;
    double moved_ = 0.0;
    StallWatch stall_;
};

}  // namespace

std::unique_ptr<Integrator<double>> makeDopri5(const IntegratorSettings& settings,
                                               std::shared_ptr<SharedSteps> shared) {
    return std::make_unique<Dopri5<double>>(settings, std::move(shared));
}

template <typename S>
std::unique_ptr<Integrator<S>> makeDopri5(const IntegratorSettings& settings) {
    return std::make_unique<Dopri5<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeDopri5(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeDopri5(const IntegratorSettings&);

}  // namespace momentree
