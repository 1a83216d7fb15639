// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/diagnostics/row_layout.hpp"

namespace momentree {

/// Completes the poses of bodies in a row of which only some columns are known (the others are
/// NaN): a body without a pose follows from a neighbour and the coordinates of their joint.
/// @param row [layout.width()]; its columns of positions and Euler parameters may be written
/// @return whether all bodies have a pose
bool completePoses(const Model& model, const RowLayout& layout, std::span<double> row);

}  // namespace momentree
