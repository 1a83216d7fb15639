// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/integrators/fixed_step.hpp"
#include "core/integrators/rk4_step.hpp"

namespace momentree {
namespace {

constexpr double equalTimes = 1e-6;  ///< relative to a step

/// The predictor of Adams and Bashforth and the corrector of Adams and Moulton, of order 4, with
/// f_k = f(t_k, y_k):
///     y* = y_0 + h/24 (55 f_0 - 59 f_-1 + 37 f_-2 - 9 f_-3)
///     y_1 = y_0 + h/24 (9 f(t_1, y*) + 19 f_0 - 5 f_-1 + f_-2)
/// Two evaluations per step. The first three steps, and those after a corner of a law or another
/// length of the step, are of the Runge-Kutta method.
template <typename S>
class Abm4 final : public FixedStep<S> {
public:
    using Vector = typename FixedStep<S>::Vector;
    using FixedStep<S>::FixedStep;

protected:
    void resize(int size) override {
        for (Vector& f : f_) f.setZero(size);
        ahead_.setZero(size);
        rk4_.resize(size);
        steps_ = 0;
        h_ = 0.0;
    }
    StepStatus step(double t, double h, const Vector& y, Vector& next, PhaseClock& clock) override {
        const auto derivative = [&](double at, const Vector& state, Vector& rates) {
            return this->derivative(at, state, rates, clock);
        };
        begin(t, h);
        StepStatus status = derivative(t, y, f_[0]);
        if (status != StepStatus::Reached) return status;
        this->pace_.take(t, y, f_[0]);
        if (steps_ < 3) return rk4_.take(t, h, y, f_[0], next, derivative);
        next = y + S(h / 24) * (S(55) * f_[0] - S(59) * f_[1] + S(37) * f_[2] - S(9) * f_[3]);
        status = derivative(t + h, next, ahead_);
        next = y + S(h / 24) * (S(9) * ahead_ + S(19) * f_[0] - S(5) * f_[1] + f_[2]);
        return status;
    }

private:
    /// Keeps the derivatives of steps of the same length that led to t.
    void begin(double t, double h) {
        const double tolerance = equalTimes * h;
        const bool follows = std::abs(t - (t_ + h_)) <= tolerance;
        if (follows) {
            std::ranges::rotate(f_, f_.end() - 1);
            steps_ = std::min(steps_ + 1, 3);
        }
        if (!follows || std::abs(h - h_) > tolerance || this->corner(t, tolerance)) steps_ = 0;
        t_ = t;
        h_ = h;
    }

    std::array<Vector, 4> f_;  ///< f_0, f_-1, f_-2, f_-3
    Vector ahead_;             ///< f(t_1, y*)
    Rk4Step<S> rk4_;
    int steps_ = 0;             ///< before t, of length h; 3 if there are more
    double t_ = 0.0, h_ = 0.0;  ///< begin and length of the last step [s]
};

}  // namespace

template <typename S>
std::unique_ptr<Integrator<S>> makeAbm4(const IntegratorSettings& settings) {
    return std::make_unique<Abm4<S>>(settings);
}
template std::unique_ptr<Integrator<double>> makeAbm4(const IntegratorSettings&);
template std::unique_ptr<Integrator<float>> makeAbm4(const IntegratorSettings&);

}  // namespace momentree
