// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that follow growing data without fidgeting: they grow at once and shrink late.
#pragma once

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Range of a linear axis for these values. Keeps `shown` while it fits; pass an empty range to fit
/// afresh.
ValueRange linearRange(const Extremes& values, ValueRange shown);

/// Whole decades around the positive values; 20 decades at most, the highest ones.
ValueRange logRange(const Extremes& values, ValueRange shown);

/// End of a time axis that holds `last` [s]: grows in round steps, not beyond `duration` (0:
/// unknown) unless the data do.
double timeEnd(double last, double shownEnd, double duration);

/// Whether an axis can show this: finite, wide enough for double precision, positive if `log`.
bool isShowable(ValueRange range, bool log);

}  // namespace momentree::app
