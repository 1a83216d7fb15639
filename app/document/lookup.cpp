// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/lookup.hpp"

#include <algorithm>

namespace momentree::app {

BodyDescription* findBody(ModelDescription& model, const std::string& name) {
    const auto found = std::ranges::find(model.bodies, name, &BodyDescription::name);
    return found == model.bodies.end() ? nullptr : &*found;
}

std::vector<MarkerDescription>* markersOf(ModelDescription& model, const std::string& body) {
    if (body == "ground") return &model.groundMarkers;
    BodyDescription* found = findBody(model, body);
    return found ? &found->markers : nullptr;
}

MarkerDescription* findMarker(ModelDescription& model, const MarkerReference& reference) {
    auto* markers = markersOf(model, reference.body);
    if (!markers) return nullptr;
    const auto found = std::ranges::find(*markers, reference.marker, &MarkerDescription::name);
    return found == markers->end() ? nullptr : &*found;
}

}  // namespace momentree::app
