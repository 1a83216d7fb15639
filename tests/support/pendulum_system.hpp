// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <limits>

#include "core/stepping/ode_system.hpp"

namespace momentree::test {

/// When and how a PendulumSystem fails.
struct PendulumOptions {
    double notFiniteAfter = std::numeric_limits<double>::infinity();  ///< [s]
    double singularAfter = std::numeric_limits<double>::infinity();   ///< [s]
    int body = -1;                                                    ///< body of its state
    int atCall = 0;                ///< evaluation before which `call` runs, counted from 1
    std::function<void()> call{};  ///< for example to request a stop
};

/// The plane pendulum theta'' = -9.81 sin(theta) [rad/s^2] from rest at 1 rad, y = [theta; omega];
/// fails on request. `Sample::driftPosition` is its angle.
class PendulumSystem final : public OdeSystem<double> {
public:
    explicit PendulumSystem(PendulumOptions options = {}) : options_(std::move(options)) {}

    int size() const override { return 2; }
    int positionSize() const override { return 1; }
    Result<void> start(const InitialState&, Out y) override {
        y << 1.0, 0.0;
        return {};
    }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (++calls_ == options_.atCall) options_.call();
        ydot << y[1], -9.81 * std::sin(y[0]);
        if (t > options_.notFiniteAfter) ydot[1] = std::numeric_limits<double>::quiet_NaN();
        clock.lap(Phase::Derivatives);
        return t > options_.singularAfter ? StepStatus::Singular : StepStatus::Reached;
    }
    StepReport retract(double, double, Out) override { return {}; }
    void observe(double t, const In& y, Sample& out) override {
        out.time = t;
        out.kinetic = 0.5 * y[1] * y[1];
        out.potential = -9.81 * std::cos(y[0]);
        out.driftPosition = y[0];
    }
    int bodyOf(int) const override { return options_.body; }

private:
    PendulumOptions options_;
    int calls_ = 0;
};

}  // namespace momentree::test
