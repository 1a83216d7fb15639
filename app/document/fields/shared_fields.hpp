// SPDX-License-Identifier: GPL-3.0-or-later
// Several elements at once.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// What all of the elements can be given alike: of the links where there are any among them. The
/// text is empty where they differ.
std::vector<Field> sharedFields(const ModelDescription& model,
                                const std::vector<Element>& elements);

/// "3 links, 2 joints".
QString countText(const std::vector<Element>& elements);

}  // namespace momentree::app
