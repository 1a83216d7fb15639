// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"

namespace momentree {
namespace {

/// y' = y + h f(t, y). Order 1.
template <typename S>
class ExplicitEuler final : public FixedStep<S> {
public:
    using Vector = typename FixedStep<S>::Vector;
    using FixedStep<S>::FixedStep;

protected:
    void resize(int size) override { ydot_.setZero(size); }
    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        const StepStatus status = this->derivative(t, y, ydot_, clock);
        next = y + S(h) * ydot_;
        return status;
    }

private:
    Vector ydot_;
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeExplicitEuler(const IntegratorSettings& settings) {
    return std::make_unique<ExplicitEuler<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeExplicitEuler(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeExplicitEuler(const IntegratorSettings&);

}  // namespace momentree
