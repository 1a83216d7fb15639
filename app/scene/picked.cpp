// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/picked.hpp"

namespace momentree::app {

Element elementOf(const render::Picked& picked) {
    if (picked.kind == render::Picked::Kind::Body) return {Element::Kind::Body, picked.index};
    if (picked.kind == render::Picked::Kind::Joint) return {Element::Kind::Joint, picked.index};
    if (picked.kind == render::Picked::Kind::Coupling)
        return {Element::Kind::Coupling, picked.index};
    if (picked.kind == render::Picked::Kind::Motion) return {Element::Kind::Motion, picked.index};
    if (picked.kind == render::Picked::Kind::Force) return {Element::Kind::Force, picked.index};
    return {};
}

std::vector<render::Picked> pickedOf(const std::vector<Element>& elements) {
    std::vector<render::Picked> picked;
    for (const Element& element : elements) {
        if (element.kind == Element::Kind::Body)
            picked.push_back({render::Picked::Kind::Body, element.index});
        if (element.kind == Element::Kind::Joint)
            picked.push_back({render::Picked::Kind::Joint, element.index});
        if (element.kind == Element::Kind::Coupling)
            picked.push_back({render::Picked::Kind::Coupling, element.index});
        if (element.kind == Element::Kind::Motion)
            picked.push_back({render::Picked::Kind::Motion, element.index});
        if (element.kind == Element::Kind::Force)
            picked.push_back({render::Picked::Kind::Force, element.index});
    }
    return picked;
}

}  // namespace momentree::app
