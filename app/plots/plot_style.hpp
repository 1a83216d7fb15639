// SPDX-License-Identifier: GPL-3.0-or-later
// The style of all QCustomPlots of the program.
#pragma once

#include "app/base/theme/theme.hpp"
#include "app/plots/plot_series.hpp"

class QCPAxis;
class QCPLegend;
class QCPScatterStyle;
class QCustomPlot;

namespace momentree::app {

/// Font sizes are in pixels, so that exported pictures keep the proportions of the screen.
QFont plotFont();

/// Sets tickers and margins; call once for each new plot. Time is horizontal.
void preparePlot(QCustomPlot& plot);
/// Colours of background, axes, grids and legend.
void colourPlot(QCustomPlot& plot, const ThemeColors& colors);
/// The marks on a curve of that style.
QCPScatterStyle markOf(const SeriesStyle& style, const ThemeColors& colors);
/// The range of an axis.
ValueRange rangeOf(const QCPAxis& axis);
void setAxisScale(QCPAxis& axis, bool log);
/// Adapts margins, titles and the number of ticks to the size of the plot.
void fitTickCounts(QCustomPlot& plot);
/// Width kept free at the right of the drawing area for labels.
void setLabelRoom(QCustomPlot& plot, int pixels);
/// Without data, axes and grid are hidden.
void showAxes(QCustomPlot& plot, bool shown);
/// Enlarges all texts of a plot, for projectors.
void scaleTexts(QCustomPlot& plot, double scale);
/// Puts the plot's legend above the drawing area, for pictures.
/// @param width of the picture, whose lines take as many names as fit; 0: eight on a line
void showLegendAbove(QCustomPlot& plot, const ThemeColors& colors, int width = 0);

}  // namespace momentree::app
