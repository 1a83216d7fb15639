// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture shows of the elements of a document.
#pragma once

#include <vector>

#include "app/document/element.hpp"
#include "render/scene.hpp"

namespace momentree::app {

/// The element that was picked, or none.
Element elementOf(const render::Picked& picked);
/// Those of the elements that the picture shows.
std::vector<render::Picked> pickedOf(const std::vector<Element>& elements);

}  // namespace momentree::app
