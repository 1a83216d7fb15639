// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// The row to draw for time `t` [s]: recorded values, interpolated between two rows (linear; Euler
/// parameters along the shorter arc). For display only, never for files.
/// @param out as wide as the recording, which contains at least one row
void rowForDisplay(const Recording& recording, const RowLayout& layout, int bodyCount, double t,
                   std::span<double> out);

}  // namespace momentree::app
