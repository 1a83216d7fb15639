// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "core/integrators/integrator.hpp"

namespace momentree {

/// The steps of an adaptive run, for others that take the same ones: a solution with fixed steps is
/// a smooth function of the parameters of a model, and one with chosen steps is not.
struct SharedSteps {
    std::vector<double> stops = {};  ///< where steps have to end, in order [s]
    std::vector<double> ends = {};   ///< of the steps [s]; a run that chooses them appends
    bool chosen = false;             ///< takes `ends` without regard to errors
    double from = 0.0;               ///< time of `ends` at which the integrator's time is 0 [s]
    std::size_t next = 0;            ///< of `ends`, to be taken

    double stopAfter(double time) const {
        const auto stop = std::ranges::upper_bound(stops, time);
        return stop == stops.end() ? std::numeric_limits<double>::infinity() : *stop;
    }
    /// For a run that takes the same steps from `start` on, which is 0 or the end of a step.
    SharedSteps givenFrom(double start) const {
        const auto first = std::ranges::upper_bound(ends, start) - ends.begin();
        return {{}, ends, true, start, static_cast<std::size_t>(first)};
    }
};

/// Null for steps of its own.
std::unique_ptr<Integrator<double>> makeDopri5(const IntegratorSettings& settings,
                                               std::shared_ptr<SharedSteps> shared);

}  // namespace momentree
