// SPDX-License-Identifier: Apache-2.0
#include "core/model/sticking.hpp"

#include <algorithm>
#include <limits>

namespace momentree {

bool sticks(const Friction& friction) { return !friction.empty() && friction.speed == 0.0; }

std::vector<int> stickingLoads(const Model& model) {
    std::vector<int> loads;
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k)
        if (sticks(model.axialLoads[k].characteristic.friction))
            loads.push_back(static_cast<int>(k));
    return loads;
}

const AxialLoad* firstSticking(const Model& model) {
    for (const AxialLoad& load : model.axialLoads)
        if (sticks(load.characteristic.friction)) return &load;
    return nullptr;
}

bool hasCompliantContacts(const Model& model) {
    return !model.contactLoads.empty() ||
           std::ranges::any_of(model.axialLoads, [](const AxialLoad& l) { return l.side != 0; }) ||
           std::ranges::any_of(model.elasticCouplings,
                               [](const ElasticCoupling& c) { return c.backlash != 0.0; });
}

bool hasEvents(const Model& model) {
    return !model.stops.empty() || firstSticking(model) != nullptr || hasCompliantContacts(model);
}

void setSide(Friction& friction, Slipping side) {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (side == Slipping::Forward) friction.speed = never;
    if (side == Slipping::Backward) friction.speed = -never;
    if (side == Slipping::Sticks) friction.kinetic = friction.breakaway = 0.0;
}

}  // namespace momentree
