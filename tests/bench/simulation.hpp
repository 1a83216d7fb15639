// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/session/catalogue.hpp"

namespace momentree::bench {

struct Settings {
    std::string formulation, integrator = "rk4", backend = "sequential";
    double step = 0.01;      ///< [s]
    double duration = 10.0;  ///< [s]
};

/// A started stepper with its model; `problem` is the error if there is none.
struct Simulation {
    std::shared_ptr<const Model> model;
    std::unique_ptr<Stepper> stepper;
    std::string problem;
};
Simulation start(const std::shared_ptr<const Model>& model, const Settings& settings);

/// Violations of a whole run, every ten steps.
struct Outcome {
    double energyError = 0.0;  ///< largest [J]
    double energyLoss = 0.0;   ///< largest decrease below the start [J]
    double drift = 0.0;        ///< largest violation of position constraints [m]
    std::string problem;       ///< empty if it reached the end
};
/// Steps to the end. `least` [steps] keeps the smallest time [s] of every step over repeated runs,
/// to exclude disturbances by other programs.
Outcome simulate(Simulation simulation, const Settings& settings, std::vector<double>& least);

}  // namespace momentree::bench
