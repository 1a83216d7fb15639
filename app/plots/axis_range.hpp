// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that follow growing data without jitter: they grow immediately and shrink late.
#pragma once

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Range of a linear axis for these values. Keeps `shown` as long as it is suitable; pass an empty
/// range for a new one.
ValueRange linearRange(const Extremes& values, ValueRange shown);

/// Whole decades around the positive values, at most the 20 highest.
ValueRange logRange(const Extremes& values, ValueRange shown);

/// End of a time axis that contains `last` [s]: grows in round steps, beyond `duration` (0:
/// unknown) only if the data do.
double timeEnd(double last, double shownEnd, double duration);

/// Whether an axis can show this range: finite, wide enough for double precision, positive if
/// `log`.
bool isShowable(ValueRange range, bool log);

}  // namespace momentree::app
