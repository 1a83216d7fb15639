// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// The row to draw for time `t` [s]: recorded values, and between two recorded instants a blend of
/// both (linear; Euler parameters along the shorter arc). For the eye only, never for files.
/// @param out as wide as the recording, which holds at least one row
void rowForDisplay(const Recording& recording, const RowLayout& layout, int bodyCount, double t,
                   std::span<double> out);

}  // namespace momentree::app
