// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/element_at.hpp"

#include <algorithm>

namespace momentree::app {

Element elementAt(const ModelDescription& model, const Place& place) {
    const auto find = [](Element::Kind of, const auto& list, std::string_view name) -> Element {
        const auto found =
            std::ranges::find_if(list, [&](const auto& e) { return e.name == name; });
        if (found == list.end()) return {};
        return {of, static_cast<int>(found - list.begin())};
    };
    const std::string_view name = place.name;
    switch (place.kind) {
        case Place::Kind::Body:
            return find(Element::Kind::Body, model.bodies, name);
        case Place::Kind::Marker:
            return find(Element::Kind::Body, model.bodies, name.substr(0, name.find('.')));
        case Place::Kind::Joint:
            return find(Element::Kind::Joint, model.joints, name);
        case Place::Kind::Motion:
            return find(Element::Kind::Motion, model.motions, name);
        case Place::Kind::Coupling:
            return find(Element::Kind::Coupling, model.couplings, name);
        case Place::Kind::Force:
            return find(Element::Kind::Force, model.forces, name);
        case Place::Kind::Parameter:
            return find(Element::Kind::Parameter, model.parameters, name);
        default:
            return {};
    }
}

}  // namespace momentree::app
