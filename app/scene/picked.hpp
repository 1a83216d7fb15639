// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between elements of a document and of the picture.
#pragma once

#include <vector>

#include "app/document/element.hpp"
#include "render/scene.hpp"

namespace momentree::app {

/// The picked element, or none.
Element elementOf(const render::Picked& picked);
/// The elements that the picture shows.
std::vector<render::Picked> pickedOf(const std::vector<Element>& elements);

}  // namespace momentree::app
