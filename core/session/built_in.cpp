// SPDX-License-Identifier: Apache-2.0
#include "core/session/built_in.hpp"

#include "core/session/integrator_entries.hpp"

namespace momentree {

std::string ownerOf(const std::string& integrator) {
    const IntegratorEntry* entry = findIntegrator(integrator);
    return entry && entry->owner ? entry->owner : "";
}

std::vector<std::string> integratorsIn(const std::string& formulation) {
    std::vector<std::string> ids;
    for (const IntegratorEntry& each : integratorEntries())
        if (each.owner && formulation == each.owner) ids.emplace_back(each.id);
    return ids;
}

std::string plainIntegrator(const std::string& integrator) {
    return integrator.substr(0, integrator.find(':'));
}

}  // namespace momentree
