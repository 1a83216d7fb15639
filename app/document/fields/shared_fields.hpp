// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for several elements.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// Properties that all selected links have in common, or all selected elements if there are no
/// links. The text is empty if they differ.
std::vector<Field> sharedFields(const ModelDescription& model,
                                const std::vector<Element>& elements);

/// "3 links, 2 joints".
QString countText(const std::vector<Element>& elements);

}  // namespace momentree::app
