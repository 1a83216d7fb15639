// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/integrators/integrator.hpp"
#include "core/result.hpp"

namespace momentree {

/// An integrator in the catalogue. One that is built into a formulation has no factories.
struct IntegratorEntry {
    const char* id;
    const char* title;
    const char* summary;
    std::unique_ptr<Integrator<double>> (*make)(const IntegratorSettings&);
    std::unique_ptr<Integrator<float>> (*makeFloat)(const IntegratorSettings&);
    std::optional<Message> (*refusal)();
};

std::span<const IntegratorEntry> integratorEntries();

/// The entry of an id without its parameter; null if there is none.
const IntegratorEntry* findIntegrator(const std::string& id);

}  // namespace momentree
