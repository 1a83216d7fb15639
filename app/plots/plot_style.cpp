// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace momentree::app {
namespace {

constexpr double markSize = 6.0;
constexpr int tickPixelsX = 90, tickPixelsY = 38;
constexpr int leftMargin = 62,
              sideMargins = leftMargin + 14;  ///< room for usual numbers, so that the area does not
                                              ///< jump

/// Number of decimals required by a multiple of `step`.
int digitsAfterPoint(double step) {
    constexpr int most = 12;
    constexpr double tolerance = 1e-6;
    for (int digits = 0; digits < most; ++digits, step *= 10.0)
        if (std::abs(step - std::round(step)) < tolerance * step && step > 0.5) return digits;
    return most;
}

/// Labels of one axis with equal numbers of digits, real minus signs and powers of ten if needed.
class TidyTicker final : public QCPAxisTicker {
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar,
                                       int) override {
        double size = 0.0;
        for (const double tick : ticks) size = std::max(size, std::abs(tick));
        if (ticks.size() < 2)
            return QCPAxisTicker::createLabelVector(ticks, QLocale::c(), QLatin1Char('g'), 6);
        const double step = ticks[1] - ticks[0];
        constexpr double smallestFixed = 1e-3, largestFixed = 1e6, rounding = 1e-9;
        const bool fixed = size == 0.0 || (step >= smallestFixed && size < largestFixed);
        // With powers of ten, digits are counted from that of the largest number.
        const double power = fixed ? 1.0 : std::pow(10.0, std::floor(std::log10(size) + rounding));
        const int digits = digitsAfterPoint(step / power);
        QVector<QString> labels;
        for (const double tick : ticks) {
            const double exact = std::abs(tick) < rounding * step ? 0.0 : tick;
            QString label = fixed || exact == 0.0 ? QString::number(exact, 'f', fixed ? digits : 0)
                                                  : QString::number(exact, 'e', digits);
            if (fixed) label.replace(QLatin1Char('-'), QChar(0x2212));
            labels.append(label);
        }
        return labels;
    }
};

/// Ticks at whole decades with nine lines between; every n-th decade if there are many.
class DecadeTicker final : public QCPAxisTickerLog {
public:
    DecadeTicker() {
        setSubTickCount(8);
        setTickCount(6);
    }
};

void colourAxis(QCPAxis& axis, const ThemeColors& colors) {
    axis.setBasePen(QPen(colors.axis, 1.0));
    axis.setTickPen(QPen(colors.axis, 1.0));
    axis.setSubTickPen(QPen(colors.axis, 1.0));
    axis.setTickLabelColor(colors.mutedText);
    axis.setLabelColor(colors.text);
    axis.grid()->setPen(QPen(colors.grid, 1.0));
    axis.grid()->setSubGridPen(QPen(colors.sunk, 1.0));
    axis.grid()->setZeroLinePen(QPen(colors.axis, 1.0));
}

}  // namespace

QFont plotFont() { return pixelFont(metric::plotText); }

void preparePlot(QCustomPlot& plot) {
    // Otherwise each plot would repaint the whole window.
    plot.setPlottingHint(QCP::phImmediateRefresh, false);
    plot.setLocale(QLocale::c());
    plot.setNoAntialiasingOnDrag(false);
    plot.setPlottingHint(QCP::phCacheLabels, true);
    plot.setInteractions({});
    plot.plotLayout()->setRowSpacing(2);
    plot.axisRect()->setMinimumMargins(QMargins(leftMargin, 8, 14, 30));
    plot.axisRect()->setRangeDrag({});
    plot.axisRect()->setRangeZoom({});
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setTickLabelFont(plotFont());
        axis->setLabelFont(plotFont());
        axis->setTickLength(0, 4);
        axis->setSubTickLength(0, 2);
        axis->setLabelPadding(2);
        axis->setTickLabelPadding(3);
        setAxisScale(*axis, false);
    }
    plot.xAxis->setLabel(QObject::tr("time [s]"));
    QObject::connect(&plot, &QCustomPlot::beforeReplot, &plot, [&plot] { fitTickCounts(plot); });
}

void colourPlot(QCustomPlot& plot, const ThemeColors& colors) {
    plot.setBackground(QBrush(colors.panel));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) colourAxis(*axis, colors);
    plot.legend->setTextColor(colors.text);
}

QCPScatterStyle markOf(const SeriesStyle& style, const ThemeColors& colors) {
    using Shape = QCPScatterStyle::ScatterShape;
    struct Mark {
        Shape shape;
        bool filled;
    };
    static constexpr std::array<Mark, seriesCount> marks{
        {{QCPScatterStyle::ssCircle, true},
         {QCPScatterStyle::ssSquare, true},
         {QCPScatterStyle::ssTriangle, true},
         {QCPScatterStyle::ssDiamond, true},
         {QCPScatterStyle::ssTriangleInverted, true},
         {QCPScatterStyle::ssCircle, false},
         {QCPScatterStyle::ssSquare, false},
         {QCPScatterStyle::ssTriangle, false}}};
    if (style.marker < 0) return {};
    const Mark mark = marks[static_cast<std::size_t>(style.marker)];
    return {mark.shape, QPen(style.colour, 1.2), QBrush(mark.filled ? style.colour : colors.panel),
            markSize};
}

ValueRange rangeOf(const QCPAxis& axis) { return {axis.range().lower, axis.range().upper}; }

void setAxisScale(QCPAxis& axis, bool log) {
    axis.setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (log)
        axis.setTicker(QSharedPointer<DecadeTicker>::create());
    else
        axis.setTicker(QSharedPointer<TidyTicker>::create());
    axis.setNumberFormat(log ? QStringLiteral("eb") : QStringLiteral("gb"));
    axis.setNumberPrecision(log ? 0 : 6);
    axis.setSubTicks(log);
    axis.grid()->setSubGridVisible(log);
}

void fitTickCounts(QCustomPlot& plot) {
    // From the whole plot: the drawing area is known only after the layout, which needs the ticks.
    const QSize size = plot.viewport().size() - QSize(sideMargins, 44);
    plot.xAxis->ticker()->setTickCount(std::clamp(size.width() / tickPixelsX, 2, 14));
    plot.yAxis->ticker()->setTickCount(std::clamp(size.height() / tickPixelsY, 2, 12));
}

void showLegendAbove(QCustomPlot& plot, const ThemeColors& colors) {
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setWrap(8);
    plot.legend->setFont(plotFont());
    plot.legend->setTextColor(colors.text);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setIconSize(24, 12);
    plot.legend->setMargins(QMargins(leftMargin, 4, 8, 0));
    plot.legend->setVisible(true);
}

}  // namespace momentree::app
