// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"

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
        for (Vector* v : {&k1_, &k2_, &k3_, &k4_, &stage_}) v->setZero(size);
    }
    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        StepStatus status = this->derivative(t, y, k1_, clock);
        if (status != StepStatus::Reached) return status;
        this->pace_.take(t, y, k1_);
        stage_ = y + S(h / 2) * k1_;
        status = this->derivative(t + h / 2, stage_, k2_, clock);
        if (status != StepStatus::Reached) return status;
        stage_ = y + S(h / 2) * k2_;
        status = this->derivative(t + h / 2, stage_, k3_, clock);
        if (status != StepStatus::Reached) return status;
        stage_ = y + S(h) * k3_;
        status = this->derivative(t + h, stage_, k4_, clock);
        next = y + S(h / 6) * (k1_ + S(2) * (k2_ + k3_) + k4_);
        return status;
    }

private:
    Vector k1_, k2_, k3_, k4_, stage_;
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeRk4(const IntegratorSettings& settings) {
    return std::make_unique<Rk4<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeRk4(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeRk4(const IntegratorSettings&);

}  // namespace momentree
