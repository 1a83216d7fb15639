// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"

#include <algorithm>
#include <utility>

#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

constexpr double shortestPart = 1e-6;  ///< of a step, to find when the closures fail

}  // namespace

template <typename S>
Result<void> FixedStep<S>::start(OdeSystem<S>& system, double t, const Vector& y) {
    system_ = &system;
    t_ = t;
    y_ = y;
    next_ = y;
    plan_ = {};
    untilLook_ = 1;
    pace_.start(system, settings_.step);
    resize(static_cast<int>(y.size()));
    return {};
}

template <typename S>
Progress FixedStep<S>::advance(double until, const std::stop_token& stop, PhaseClock& clock) {
    Progress progress;
    if (until > t_) {
        plan_.aim(t_, until, settings_.step);
        while (!plan_.finished() && progress.status == StepStatus::Reached) {
            if (stop.stop_requested()) {
                progress.status = StepStatus::Stopped;
                break;
            }
            progress.status = acceptStep(plan_.next(), clock);
            if (progress.status != StepStatus::Reached) {
                progress.body = failedBody_;
                progress.closureRow = failedRow_;
                break;
            }
            plan_.advance();
            ++progress.steps;
            if (look_ && --untilLook_ == 0) untilLook_ = look_();
        }
    }
    progress.time = t_;
    progress.moved = std::exchange(moved_, 0.0);
    clock.lap(Phase::Integrate);
    return progress;
}

/// A step after which the closures cannot be met is repeated in shorter steps, which find the time
/// up to which they can. If that is the whole step, it was too long, and so were those before it.
template <typename S>
StepStatus FixedStep<S>::acceptStep(double tNext, PhaseClock& clock) {
    const double whole = tNext - t_;
    double h = whole;
    bool tooLong = false;
    while (t_ < tNext) {
        const double end = settings_.stepEnd(t_, tNext);
        const bool last = h >= end - t_;
        const StepStatus status = tryStep(last ? end : t_ + h, clock);
        if (status == StepStatus::Reached) {
            h *= 2.0;
            continue;
        }
        const bool closures = status == StepStatus::EndOfTravel ||
                              status == StepStatus::Contradiction ||
                              status == StepStatus::StepTooLong;
        tooLong = tooLong || status == StepStatus::StepTooLong;
        if (!closures || h <= shortestPart * whole || t_ + 0.5 * h == t_) return status;
        h *= 0.5;
    }
    return tooLong ? StepStatus::StepTooLong : StepStatus::Reached;
}

template <typename S>
StepStatus FixedStep<S>::tryStep(double tNext, PhaseClock& clock) {
    failedBody_ = failedRow_ = -1;
    const StepStatus status = step(t_, tNext - t_, y_, next_, clock);
    if (status != StepStatus::Reached) return status;
    if (!allFinite(next_)) {
        failedBody_ = firstNotFinite<S>(*system_, next_);
        return StepStatus::NotFinite;
    }
    const StepReport report = system_->retract(t_, tNext, next_);
    if (report.status != StepStatus::Reached) {
        failedRow_ = report.closureRow;
        return report.status;
    }
    moved_ = std::max(moved_, report.moved);
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

template <typename S>
bool FixedStep<S>::corner(double t, double tolerance) const {
    const auto next = std::ranges::lower_bound(settings_.corners, t - tolerance, {}, &Corner::to);
    return next != settings_.corners.end() && next->from <= t + tolerance;
}

template class FixedStep<double>;
template class FixedStep<float>;

}  // namespace momentree
