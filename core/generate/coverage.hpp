// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/model/model.hpp"

namespace momentree {

/// The first element that generated code does not compute, with the reason; none if it computes the
/// model: trees with any joints, also with loops that joints close; prescribed motions and laws
/// without tables, gravity, springs and dampers without curves, applied loads, drag.
std::optional<Diagnostic> generateRefusal(const Model& model);

}  // namespace momentree
