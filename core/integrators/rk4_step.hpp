// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrators/integrator.hpp"

namespace momentree {

/// One step of the classic Runge-Kutta method of order 4.
template <typename S>
class Rk4Step {
public:
    using Vector = typename OdeSystem<S>::Vector;

    void resize(int size) {
        for (Vector* v : {&k2_, &k3_, &k4_, &stage_}) v->setZero(size);
    }
    /// Computes `next`, the state at t + h, from y at t, whose derivative is k1.
    /// @param derivative of (t, y, ydot), returns a StepStatus; only `Reached` is success
    template <typename Derivative>
    StepStatus take(double t, double h, const Vector& y, const Vector& k1, Vector& next,
                    const Derivative& derivative) {
        stage_ = y + S(h / 2) * k1;
        StepStatus status = derivative(t + h / 2, stage_, k2_);
        if (status != StepStatus::Reached) return status;
        stage_ = y + S(h / 2) * k2_;
        status = derivative(t + h / 2, stage_, k3_);
        if (status != StepStatus::Reached) return status;
        stage_ = y + S(h) * k3_;
        status = derivative(t + h, stage_, k4_);
        next = y + S(h / 6) * (k1 + S(2) * (k2_ + k3_) + k4_);
        return status;
    }

private:
    Vector k2_, k3_, k4_, stage_;
};

}  // namespace momentree
