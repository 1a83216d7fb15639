// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/base/large_value.hpp"
#include "app/panels/analyses/inquiry.hpp"
#include "app/plots/xy_chart.hpp"

namespace momentree::app {

/// One plot of an analysis over time.
struct TimeView {
    QString name;
    XyAxis y;
    std::vector<XyLine> lines;
};

/// @param motion whose effort is shown, an index of Model::motions
std::vector<TimeView> viewsOf(const Outcome& outcome, std::size_t motion);
std::vector<LargeValue> largeValuesOf(const Outcome& outcome, std::size_t motion);

/// Time, or the angle of the crank over a turn.
XyAxis timeAxis(const Outcome& outcome);
/// A time on this axis, unscaled.
double alongAxis(const Outcome& outcome, double time);
QString instantText(const Outcome& outcome, double time);  ///< "306°" or "0.51 s"

}  // namespace momentree::app
