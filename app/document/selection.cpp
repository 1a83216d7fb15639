// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection.hpp"

#include <algorithm>

namespace momentree::app {

Selection::Selection(const ModelDocument& document) : document_(document) {
    connect(&document, &ModelDocument::changed, this, [this] { set(elements_); });
}

bool Selection::contains(const Element& element) const {
    return std::ranges::find(elements_, element) != elements_.end();
}

void Selection::set(std::vector<Element> elements) {
    std::erase_if(elements,
                  [this](const Element& e) { return !exists(document_.description(), e); });
    if (elements == elements_) return;
    elements_ = std::move(elements);
    Q_EMIT changed();
}

void Selection::set(const Element& element) { set(std::vector{element}); }

void Selection::toggle(const Element& element) {
    std::vector<Element> elements = elements_;
    if (std::erase(elements, element) == 0) elements.push_back(element);
    set(std::move(elements));
}

}  // namespace momentree::app
