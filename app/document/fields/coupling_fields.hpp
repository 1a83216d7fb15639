// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// Ratios, offset, and whether a spring or a rigid constraint couples the joints.
std::vector<Field> couplingFields(const ModelDescription& model, std::size_t coupling);

}  // namespace momentree::app
