// SPDX-License-Identifier: GPL-3.0-or-later
// How every QCustomPlot of the program looks.
#pragma once

#include "app/base/theme.hpp"
#include "app/plots/plot_series.hpp"

class QCPAxis;
class QCPLegend;
class QCustomPlot;

namespace momentree::app {

/// Pixel sizes, so that exported pictures keep the proportions of the screen.
QFont plotFont();

/// Tickers and margins; once for each new plot. Time runs along x.
void preparePlot(QCustomPlot& plot);
/// Colours of background, axes, grids and legend.
void colourPlot(QCustomPlot& plot, const ThemeColors& colors);
/// What an axis shows.
ValueRange rangeOf(const QCPAxis& axis);
void setAxisScale(QCPAxis& axis, bool log);
/// As many ticks as the size of the drawing area carries.
void fitTickCounts(QCustomPlot& plot);
/// Puts the plot's legend in one line above the drawing area, for pictures.
void showLegendAbove(QCustomPlot& plot, const ThemeColors& colors);

}  // namespace momentree::app
