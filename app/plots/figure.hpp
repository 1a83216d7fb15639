// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as a figure for print: its size in millimetres, its text and lines in points.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <vector>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

struct FigureSettings {
    double width = 85.0, height = 55.0;  ///< [mm]
    double text = 7.0, lines = 1.2;      ///< [pt] of the printed page
    bool grid = true, dashes = true;
    QString title = {};  ///< above the drawing area, empty: none
};

/// What a figure shows: the runs and curves of a plot, with the ranges shown there.
struct FigureSource {
    std::vector<PlotSource> runs;
    ChartSettings settings;
};

/// The page, complete: the preview and every file are drawn by the same function.
/// @param scale [px/mm]
QImage figureImage(const FigureSource& source, const FigureSettings& figure, double scale);
/// Files with the record of the runs, see app/base/picture_record.hpp.
QByteArray figurePdf(const FigureSource& source, const FigureSettings& figure);
QByteArray figureSvg(const FigureSource& source, const FigureSettings& figure);
/// @param dotsPerInch of the page
QByteArray figurePng(const FigureSource& source, const FigureSettings& figure,
                     double dotsPerInch = 600.0);

/// A program that draws the figure from its values, which it contains as CSV.
QString matplotlibCode(const FigureSource& source, const FigureSettings& figure);
QString pgfplotsCode(const FigureSource& source, const FigureSettings& figure);

}  // namespace momentree::app
