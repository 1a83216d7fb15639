// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the curve on which a joint keeps something.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// @param joint one with a curve
std::vector<Field> jointCurveFields(const ModelDescription& model, std::size_t joint);

}  // namespace momentree::app
