// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"
#include "core/integrators/rk4_step.hpp"

namespace momentree {
namespace {

/// The classic Runge-Kutta method of order 4 with four evaluations per step.
template <typename S>
class Rk4 final : public FixedStep<S> {
public:
    using Vector = typename FixedStep<S>::Vector;
    using FixedStep<S>::FixedStep;

protected:
    void resize(int size) override {
        k1_.setZero(size);
        rest_.resize(size);
    }
    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        const auto derivative = [&](double at, const Vector& state, Vector& rates) {
            return this->derivative(at, state, rates, clock);
        };
        const StepStatus status = derivative(t, y, k1_);
        if (status != StepStatus::Reached) return status;
        this->pace_.take(t, y, k1_);
        return rest_.take(t, h, y, k1_, next, derivative);
    }

private:
    Vector k1_;
    Rk4Step<S> rest_;
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeRk4(const IntegratorSettings& settings) {
    return std::make_unique<Rk4<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeRk4(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeRk4(const IntegratorSettings&);

}  // namespace momentree
