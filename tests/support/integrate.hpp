// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/stepping/ode_system.hpp"

namespace momentree::test {

using System = OdeSystem<double>;

/// The ids of all formulations whose constraints hold: all but `soft`.
std::vector<std::string> formulations();
/// Of those for any integrator: `makeSystem` creates them.
std::vector<std::string> odeFormulations();
/// Those of `formulations` that can compute `model`.
std::vector<std::string> formulationsOf(const Model& model);

/// The formulation `id` of `model`; ends the test program if there is none.
std::unique_ptr<System> makeSystem(const std::string& id, std::shared_ptr<const Model> model,
                                   double baumgarte = 0.0, bool correction = true);
/// The state for `initial`; ends the test program if it is rejected.
Eigen::VectorXd startOf(System& system, const InitialState& initial);
/// y of a configuration x and velocities or momenta v, with counted angles of zero.
Eigen::VectorXd stateOf(const System& system, const Eigen::VectorXd& x, const Eigen::VectorXd& v);
/// dy/dt; ends the test program unless the status is Reached.
Eigen::VectorXd derivativeOf(System& system, double t, const Eigen::VectorXd& y);
/// The complete sample at (t, y).
Sample sampleOf(System& system, const Model& model, double t, const Eigen::VectorXd& y);

/// Classical Runge-Kutta with a fixed step and retraction after every step.
class RungeKutta {
public:
    RungeKutta(System& system, Eigen::VectorXd y, double h);
    void step();
    double time() const { return static_cast<double>(steps_) * h_; }
    const Eigen::VectorXd& state() const { return y_; }

private:
    System& system_;
    Eigen::VectorXd y_;
    double h_;
    int steps_ = 0;
};

}  // namespace momentree::test
