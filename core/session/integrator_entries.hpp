// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/integrators/integrator.hpp"
#include "core/result.hpp"

namespace momentree {

/// How the steps of an integrator see a law of time.
enum class LawRule : std::uint8_t {
    Simpson,
    Adams,  ///< the formula of the corrector, over earlier steps
    Trapezoidal,
    Looks  ///< at times that the integrator chooses
};

/// What limits the steps of an integrator.
struct StepTraits {
    int order;     ///< of the error of a run in the step; 0: it chooses its steps
    double turn;   ///< largest in a step that is resolved well [rad]
    double decay;  ///< longest stable step times the rate of a decay; infinite: any
    LawRule law;
    bool memory;  ///< whether a step goes on with forces of earlier ones
};

/// An integrator in the catalogue. One that is built into a formulation has no factories.
struct IntegratorEntry {
    const char* id;
    const char* title;
    const char* summary;
    const char* owner;  ///< the formulation into which it is built, null if it serves all others
    StepTraits steps;
    std::unique_ptr<Integrator<double>> (*make)(const IntegratorSettings&);
    std::unique_ptr<Integrator<float>> (*makeFloat)(const IntegratorSettings&);
    std::optional<Message> (*refusal)();
};

std::span<const IntegratorEntry> integratorEntries();

/// The entry of an id without its parameter; null if there is none.
const IntegratorEntry* findIntegrator(const std::string& id);

/// Of an unknown id, those of the simplest integrator.
const StepTraits& stepTraits(const std::string& integrator);

}  // namespace momentree
