// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrators/shared_steps.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// A run that differs little from others.
struct NeighbourStart {
    std::shared_ptr<const Model> model;
    InitialState state;
};

struct NeighbourSteppers {
    std::vector<std::unique_ptr<Stepper>> all;  ///< started
    /// Whether they are one system, so that the first to request a time advances all to it: advance
    /// them in turn, sample by sample, on one thread.
    bool together = false;
};

/// The stepper of one run, started.
/// @param steps that it takes or chooses, of dopri5; null for those of the integrator
Result<std::unique_ptr<Stepper>> startRun(const Catalogue& catalogue, const RunSpec& spec,
                                          const NeighbourStart& start,
                                          std::shared_ptr<SharedSteps> steps);

/// Those of neighbours: with CVODE as one system, so that they have the same orders, steps and
/// iterations; with `naudet` and rk4, or given steps of dopri5, in lanes of the processor's
/// registers where their models suit (`suitsNeighbours`), `neighbourCount` at a time; otherwise
/// each alone.
/// @param steps that they take, of dopri5; null for those of the integrator
Result<NeighbourSteppers> startNeighbours(const Catalogue& catalogue, const RunSpec& spec,
                                          const std::vector<NeighbourStart>& starts,
                                          const SharedSteps* steps);

}  // namespace momentree
