// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of what is otherwise dragged: how long a bar is and where it points.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// Of a link between two points; nothing for other links.
std::vector<Field> barFields(const ModelDescription& model, std::size_t body);

}  // namespace momentree::app
