// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/document/element.hpp"

namespace momentree::app {

/// The element that a message speaks of: "joint 'crank'", "marker 'crank.A'"; none if there is no
/// such element.
Element elementAt(const ModelDescription& model, const std::string& where);

}  // namespace momentree::app
