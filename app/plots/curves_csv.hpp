// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

/// The content of a chart as CSV: time and the visible curves in the visible time span, in recorded
/// units (SI), which are part of the headers: "pin.q [rad]". With several runs, columns are called
/// "RUN.COLUMN"; there is one row for each time of any run, with `nan` for the others.
QByteArray curvesCsv(const CurveChart& chart);

}  // namespace momentree::app
