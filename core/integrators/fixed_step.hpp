// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrators/integrator.hpp"
#include "core/integrators/pace_meter.hpp"
#include "core/stepping/step_plan.hpp"

namespace momentree {

/// Base of all fixed-step methods: equal steps that end exactly at the requested time, t = t0 + k
/// h, so that time does not drift.
template <typename S>
class FixedStep : public Integrator<S> {
public:
    using Vector = typename OdeSystem<S>::Vector;

    explicit FixedStep(const IntegratorSettings& settings) : settings_(settings) {}
    Result<void> start(OdeSystem<S>& system, double t, const Vector& y) final;
    Progress advance(double until, const std::stop_token& stop, PhaseClock& clock) final;
    double time() const final { return t_; }
    const Vector& state() const final { return y_; }
    bool watch(std::function<std::int64_t()> look) final {
        look_ = std::move(look);
        return true;
    }

    PaceError pace() const final { return pace_.error(); }

protected:
    /// Sizes the buffers of the method [size].
    virtual void resize(int size) = 0;
    /// Computes `next`, the state at t + h, from `y` at t. Only `Reached` is success.
    virtual StepStatus step(double t, double h, const Vector& y, Vector& next,
                            PhaseClock& clock) = 0;
    StepStatus derivative(double t, const Vector& y, Vector& ydot, PhaseClock& clock);
    const OdeSystem<S>& system() const { return *system_; }
    /// Whether a law has a corner at t, within a tolerance [s].
    bool corner(double t, double tolerance) const;
    /// To be given states that follow each other after a step.
    PaceMeter<S> pace_;

private:
    StepStatus acceptStep(double tNext, PhaseClock& clock);
    StepStatus tryStep(double tNext, PhaseClock& clock);

    IntegratorSettings settings_;
    OdeSystem<S>* system_ = nullptr;
    double t_ = 0.0;
    Vector y_, next_;
    StepPlan plan_;
    int failedBody_ = -1, failedRow_ = -1;
    double moved_ = 0.0;
    std::function<std::int64_t()> look_;
    std::int64_t untilLook_ = 1;  ///< steps
};

}  // namespace momentree
