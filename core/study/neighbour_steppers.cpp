// SPDX-License-Identifier: Apache-2.0
#include "core/study/neighbour_steppers.hpp"

#include <algorithm>

#include "core/formulations/batch/neighbours.hpp"
#include "core/integrators/ode_stepper.hpp"
#include "core/model/law_corners.hpp"
#include "core/model/sticking.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/session/step_settings.hpp"
#include "core/study/side_by_side.hpp"

namespace momentree {
namespace {

std::unique_ptr<Integrator<double>> integratorOf(const RunSpec& spec, const NeighbourStart& start,
                                                 const SharedSteps* steps) {
    const IntegratorSettings settings = stepSettings(start.model, spec);
    return steps ? makeDopri5(settings, std::make_shared<SharedSteps>(*steps))
                 : findIntegrator(spec.integrator)->make(settings);
}

Result<std::unique_ptr<SystemsBeside>> anyFormulation(const Catalogue& catalogue,
                                                      const RunSpec& spec,
                                                      const std::vector<NeighbourStart>& starts) {
    std::vector<std::unique_ptr<OdeSystem<double>>> own;
    for (const NeighbourStart& start : starts) {
        auto system = catalogue.makeSystem(start.model, spec);
        if (!system) return tl::unexpected(system.error());
        own.push_back(*std::move(system));
    }
    return std::make_unique<SideBySide>(std::move(own));
}

/// Null if they do not suit.
std::unique_ptr<SystemsBeside> inLanes(const RunSpec& spec,
                                       const std::vector<NeighbourStart>& starts, bool given) {
    // Each would stop at events and corners of its own.
    const auto stops = [](const NeighbourStart& start) {
        return hasEvents(*start.model) || !cornersOf(*start.model).empty();
    };
    if (starts.size() != neighbourCount || !(given || spec.integrator == "rk4") ||
        std::ranges::any_of(starts, stops))
        return nullptr;
    std::vector<std::shared_ptr<const Model>> models;
    models.reserve(starts.size());
    for (const NeighbourStart& start : starts) models.push_back(start.model);
    return makeNeighbours(models, spec);
}

}  // namespace

Result<std::unique_ptr<Stepper>> startRun(const Catalogue& catalogue, const RunSpec& spec,
                                          const NeighbourStart& start,
                                          std::shared_ptr<SharedSteps> steps) {
    const auto make = [&]() -> Result<std::unique_ptr<Stepper>> {
        if (!steps) return catalogue.make(start.model, spec);
        if (auto good = catalogue.check(*start.model, spec); !good)
            return tl::unexpected(good.error());
        auto system = catalogue.makeSystem(start.model, spec);
        if (!system) return tl::unexpected(system.error());
        return std::make_unique<OdeStepper<double>>(
            std::move(*system), makeDopri5(stepSettings(start.model, spec), std::move(steps)));
    };
    auto stepper = make();
    if (!stepper) return stepper;
    if (auto good = (*stepper)->initialise(start.state); !good) return tl::unexpected(good.error());
    return stepper;
}

Result<NeighbourSteppers> startNeighbours(const Catalogue& catalogue, const RunSpec& spec,
                                          const std::vector<NeighbourStart>& starts,
                                          const SharedSteps* steps) {
    for (const NeighbourStart& start : starts)
        if (auto good = catalogue.check(*start.model, spec); !good)
            return tl::unexpected(good.error());
    std::unique_ptr<SystemsBeside> systems;
    if (spec.integrator.starts_with("cvode")) {
        auto own = anyFormulation(catalogue, spec, starts);
        if (!own) return tl::unexpected(own.error());
        systems = *std::move(own);
    } else {
        systems = inLanes(spec, starts, steps != nullptr);
    }
    NeighbourSteppers out;
    out.together = systems != nullptr;
    const auto together =
        out.together ? std::make_shared<RunsSideBySide>(std::move(systems), starts.size(),
                                                        integratorOf(spec, starts[0], steps))
                     : nullptr;
    for (const NeighbourStart& start : starts) {
        if (together) {
            out.all.push_back(std::make_unique<BesideStepper>(together));
            if (auto good = out.all.back()->initialise(start.state); !good)
                return tl::unexpected(good.error());
            continue;
        }
        auto own = startRun(catalogue, spec, start,
                            steps ? std::make_shared<SharedSteps>(*steps) : nullptr);
        if (!own) return tl::unexpected(own.error());
        out.all.push_back(*std::move(own));
    }
    return out;
}

}  // namespace momentree
