// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/element.hpp"

namespace momentree::app {

/// The element that a message refers to; for a marker, its body. None if there is no such element.
Element elementAt(const ModelDescription& model, const Place& place);

}  // namespace momentree::app
