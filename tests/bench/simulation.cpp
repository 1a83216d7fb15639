// SPDX-License-Identifier: Apache-2.0
#include "bench/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/interleaved.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::bench {

Simulation start(const std::shared_ptr<const Model>& model, const Settings& settings) {
    const Catalogue catalogue;
    RunSpec spec = catalogue.defaults(*model, settings.formulation);
    spec.integrator = settings.integrator;
    spec.backend = settings.backend;
    spec.step = settings.step;
    spec.duration = settings.duration;
    auto stepper = catalogue.make(model, spec);
    if (!stepper) return {model, nullptr, toString(stepper.error().front())};
    const auto initial = assemble(*model);
    if (!initial) return {model, nullptr, toString(initial.error().front())};
    if (auto started = (*stepper)->initialise(*initial); !started)
        return {model, nullptr, toString(started.error().front())};
    return {model, std::move(*stepper), {}};
}

Outcome simulate(Simulation simulation, const Settings& settings, std::vector<double>& least) {
    Outcome outcome;
    outcome.problem = simulation.problem;
    if (!simulation.stepper) return outcome;
    Sample sample;
    sample.resize(*simulation.model);
    simulation.stepper->observe(sample);
    const double energy = sample.kinetic + sample.potential;
    const auto steps = static_cast<std::size_t>(std::lround(settings.duration / settings.step));
    least.resize(steps, std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < steps && outcome.problem.empty(); ++k) {
        Progress progress;
        const double t = settings.step * static_cast<double>(k + 1);
        least[k] =
            std::min(least[k], secondsOf([&] { progress = simulation.stepper->advance(t, {}); }));
        if (progress.status != StepStatus::Reached) outcome.problem = statusName(progress.status);
        if (k % 10 != 9) continue;
        simulation.stepper->observe(sample);
        const double change = sample.kinetic + sample.potential - energy;
        outcome.energyError = std::max(outcome.energyError, std::abs(change));
        outcome.energyLoss = std::max(outcome.energyLoss, -change);
        if (std::isfinite(sample.driftPosition))
            outcome.drift = std::max(outcome.drift, sample.driftPosition);
    }
    return outcome;
}

}  // namespace momentree::bench
