// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/element.hpp"

namespace momentree::app {

/// The element that a message speaks of, for a marker its body; none if there is no such element.
Element elementAt(const ModelDescription& model, const Place& place);

}  // namespace momentree::app
