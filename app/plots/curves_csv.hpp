// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

/// What a chart shows as CSV: time and the visible curves in the visible span of time, in the units
/// that are recorded (SI), which the heads name: "pin.q [rad]". Of several runs the columns are
/// called "RUN.COLUMN"; one row for each time that one of them has, `nan` in the others.
QByteArray curvesCsv(const CurveChart& chart);

}  // namespace momentree::app
