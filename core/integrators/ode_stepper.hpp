// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrators/integrator.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// Advances an OdeSystem with an Integrator.
template <typename S>
class OdeStepper final : public Stepper, public TraceableStepper, public Paced {
public:
    OdeStepper(std::unique_ptr<OdeSystem<S>> system, std::unique_ptr<Integrator<S>> integrator)
        : system_(std::move(system)), integrator_(std::move(integrator)) {}

    Result<void> initialise(const InitialState& initial) override {
        typename OdeSystem<S>::Vector y = OdeSystem<S>::Vector::Zero(system_->size());
        if (auto started = system_->start(initial, y); !started) return started;
        return integrator_->start(*system_, 0.0, y);
    }
    Progress advance(double until, std::stop_token stop) override {
        clock_.start();
        return integrator_->advance(until, stop, clock_);
    }
    void observe(Sample& out) override {
        system_->observe(integrator_->time(), integrator_->state(), out);
    }
    bool watch(std::function<std::int64_t()> look) override {
        return integrator_->watch(std::move(look));
    }
    PaceError pace() const override { return integrator_->pace(); }
    const PhaseClock& phases() const override { return clock_; }
    double rounding() const override { return std::numeric_limits<S>::epsilon(); }
    std::int64_t newtonIterations() const override { return integrator_->newtonIterations(); }
    void trace(Tracer* tracer) override {
        if (Traceable* system = traceableSystem()) system->trace(tracer);
    }
    bool traceable() const override { return traceableSystem() != nullptr; }
    bool evaluate() override {
        typename OdeSystem<S>::Vector rates(system_->size());
        clock_.start();
        system_->derivative(integrator_->time(), integrator_->state(), rates, clock_);
        return true;
    }
    std::optional<std::int64_t> newtonIterationsMax() const override {
        return integrator_->newtonIterationsMax();
    }

private:
    Traceable* traceableSystem() const { return dynamic_cast<Traceable*>(system_.get()); }

    std::unique_ptr<OdeSystem<S>> system_;
    std::unique_ptr<Integrator<S>> integrator_;
    PhaseClock clock_;
};

}  // namespace momentree
