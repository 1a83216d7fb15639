// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"

#include "core/math/all_finite.hpp"

namespace momentree {

template <typename S>
Result<void> FixedStep<S>::start(OdeSystem<S>& system, double t, const Vector& y) {
    system_ = &system;
    t_ = t;
    y_ = y;
    next_ = y;
    plan_ = {};
    resize(static_cast<int>(y.size()));
    return {};
}

template <typename S>
Progress FixedStep<S>::advance(double until, const std::stop_token& stop, PhaseClock& clock) {
    Progress progress;
    if (until > t_) {
        plan_.aim(t_, until, step_);
        while (!plan_.finished() && progress.status == StepStatus::Reached) {
            if (stop.stop_requested()) {
                progress.status = StepStatus::Stopped;
                break;
            }
            progress.status = acceptStep(t_, plan_.next(), clock);
            if (progress.status != StepStatus::Reached) {
                progress.body = failedBody_;
                break;
            }
            plan_.advance();
            ++progress.steps;
        }
    }
    progress.time = t_;
    clock.lap(Phase::Integrate);
    return progress;
}

template <typename S>
StepStatus FixedStep<S>::acceptStep(double t, double tNext, PhaseClock& clock) {
    failedBody_ = -1;
    const StepStatus status = step(t, tNext - t, y_, next_, clock);
    if (status != StepStatus::Reached) return status;
    if (!allFinite(next_)) {
        failedBody_ = firstNotFinite<S>(*system_, next_);
        return StepStatus::NotFinite;
    }
    system_->retract(tNext, next_);
    y_.swap(next_);
    t_ = tNext;
    return StepStatus::Reached;
}

template <typename S>
StepStatus FixedStep<S>::derivative(double t, const Vector& y, Vector& ydot, PhaseClock& clock) {
    clock.lap(Phase::Integrate);
    StepStatus status = system_->derivative(t, y, ydot, clock);
    if (status == StepStatus::Reached && !allFinite(ydot)) status = StepStatus::NotFinite;
    if (status == StepStatus::NotFinite) {
        failedBody_ = firstNotFinite<S>(*system_, y);
        if (failedBody_ < 0) failedBody_ = firstNotFinite<S>(*system_, ydot);
    }
    return status;
}

template class FixedStep<double>;
template class FixedStep<float>;

}  // namespace momentree
