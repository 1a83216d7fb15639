// SPDX-License-Identifier: Apache-2.0
#include "core/integrators/fixed_step.hpp"

namespace momentree {
namespace {

/// With y = [x; v], x the configuration, v velocities or momenta, and f = [f_x; f_v]:
///     v' = v + h f_v(t, x, v)
///     x' = x + h f_x(t, x, v')
/// Order 1, two evaluations per step. Symplectic if f_v does not depend on v, nor f_x on x.
template <typename S>
class SemiImplicitEuler final : public FixedStep<S> {
public:
    using Vector = typename FixedStep<S>::Vector;
    using FixedStep<S>::FixedStep;

protected:
    void resize(int size) override {
        ydot_.setZero(size);
        x_ = this->system().positionSize();
        v_ = size - x_;
    }
    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        StepStatus status = this->derivative(t, y, ydot_, clock);
        if (status != StepStatus::Reached) return status;
        next.head(x_) = y.head(x_);
        next.tail(v_) = y.tail(v_) + S(h) * ydot_.tail(v_);

        status = this->derivative(t, next, ydot_, clock);
        next.head(x_) += S(h) * ydot_.head(x_);
        return status;
    }

private:
    Vector ydot_;
    int x_ = 0, v_ = 0;
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeSemiImplicitEuler(const IntegratorSettings& settings) {
    return std::make_unique<SemiImplicitEuler<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeSemiImplicitEuler(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeSemiImplicitEuler(const IntegratorSettings&);

}  // namespace momentree
