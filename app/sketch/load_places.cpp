// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/load_places.hpp"

#include <algorithm>

#include "app/sketch/sketch_points.hpp"

namespace momentree::app {

std::vector<LoadPlace> loadPlaces(const CheckedModel& seen) {
    const Model& model = *seen.model;
    const auto& forces = model.description.forces;
    std::vector<LoadPlace> places;
    const auto add = [&](const std::string& name, std::initializer_list<const Marker*> markers) {
        const auto found = std::ranges::find(forces, name, &ForceDescription::name);
        if (found == forces.end()) return;
        LoadPlace place{{Element::Kind::Force, static_cast<int>(found - forces.begin())}, {}};
        for (const Marker* marker : markers) place.points.push_back(placeOf(seen, *marker));
        places.push_back(std::move(place));
    };
    for (const SpringDamper& spring : model.springs) add(spring.name, {&spring.A, &spring.B});
    for (const AxialLoad& load : model.axialLoads) add(load.name, {&load.A, &load.B});
    for (const Bushing& bushing : model.bushings) add(bushing.name, {&bushing.A, &bushing.B});
    for (const AppliedLoad& load : model.appliedLoads) add(load.name, {&load.at});
    for (std::size_t k = 0; k < model.motions.size(); ++k)
        places.push_back(
            {{Element::Kind::Motion, static_cast<int>(k)}, {placeOf(seen, model.motions[k].A)}});
    return places;
}

}  // namespace momentree::app
