// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for values otherwise set by dragging: length and direction of a bar.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// Fields of a link between two points; empty for other links.
std::vector<Field> barFields(const ModelDescription& model, std::size_t body);

}  // namespace momentree::app
