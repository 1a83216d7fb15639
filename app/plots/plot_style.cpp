// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_style.hpp"

#include <qcustomplot.h>

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/plots/end_labels.hpp"

namespace momentree::app {
namespace {

constexpr double markSize = 6.0;
constexpr int tickPixelsX = 90, tickPixelsY = 40;
constexpr int leftMargin = 50;  ///< room for usual numbers, so that the area does not jump
constexpr int topMargin = 8, rightMargin = 14, bottomMargin = 26, titleHeight = 18;
constexpr int besideAxis = 16;    ///< from the axis to its title, past half of the last number
constexpr int widestBeside = 80;  ///< longer titles stand below the numbers
const char* const roomProperty = "labelRoom";

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

/// The titles of the axes stand at their ends. QCustomPlot's own labels, at the middle, only store
/// their texts.
class AxisTitle final : public QCPItemText {
public:
    explicit AxisTitle(QCPAxis* axis) : QCPItemText(axis->parentPlot()), axis_(axis) {
        setFont(plotFont());
        setClipToAxisRect(false);
        axis->setLabelFont(pixelFont(1));
        axis->setLabelColor(Qt::transparent);
        axis->setLabelPadding(0);
        if (isVertical()) {
            position->setTypeX(QCPItemPosition::ptViewportRatio);
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            position->setCoords(0.0, 0.0);
            setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
            setPadding(QMargins(8, 0, 0, 6));
        } else {
            position->setType(QCPItemPosition::ptAxisRectRatio);
            position->setCoords(1.0, 1.0);
        }
    }
    bool isVertical() const { return axis_->orientation() == Qt::Vertical; }
    /// Writes "time, s" for the label "time [s]" and returns the width [px].
    int update() {
        static const QRegularExpression unit(QStringLiteral("^(.*?)\\s*\\[([^\\]]*)\\]$"));
        const auto parts = unit.match(axis_->label());
        QString text = axis_->label();
        if (parts.hasMatch())
            text = parts.captured(1).isEmpty()
                       ? parts.captured(2)
                       : QStringLiteral("%1, %2").arg(parts.captured(1), parts.captured(2));
        setText(text);
        setVisible(axis_->visible() && !text.isEmpty());
        return QFontMetrics(font()).horizontalAdvance(text);
    }
    void placeBeside(bool beside) {
        setPositionAlignment(beside ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignRight | Qt::AlignTop);
        setPadding(beside ? QMargins(besideAxis, 6, 0, 0) : QMargins(0, 6 + titleHeight, 0, 0));
    }

private:
    QCPAxis* axis_;
};

std::vector<AxisTitle*> titlesOf(QCustomPlot& plot) {
    std::vector<AxisTitle*> titles;
    for (int k = 0; k < plot.itemCount(); ++k)
        if (auto* title = dynamic_cast<AxisTitle*>(plot.item(k))) titles.push_back(title);
    return titles;
}

/// Writes the titles and makes room for them.
void placeTitles(QCustomPlot& plot) {
    int right = std::max(rightMargin, plot.property(roomProperty).toInt());
    int bottom = bottomMargin, top = topMargin;
    for (AxisTitle* title : titlesOf(plot)) {
        const int width = title->update();
        if (title->isVertical()) {
            if (!title->text().isEmpty()) top += titleHeight;
            continue;
        }
        const bool beside = width <= widestBeside;
        title->placeBeside(beside);
        if (beside)
            right = std::max(right, width + besideAxis + 4);
        else
            bottom += titleHeight;
    }
    plot.axisRect()->setMinimumMargins(QMargins(leftMargin, top, right, bottom));
}

/// Ticks at whole decades; every n-th decade if there are many.
class DecadeTicker final : public QCPAxisTickerLog {
public:
    DecadeTicker() { setTickCount(6); }
};

void colourAxis(QCPAxis& axis, const ThemeColors& colors) {
    const bool level = axis.orientation() == Qt::Horizontal;
    axis.setBasePen(level ? QPen(colors.axis, 1.0) : QPen(Qt::NoPen));
    axis.setTickPen(level ? QPen(colors.axis, 1.0) : QPen(Qt::NoPen));
    axis.setTickLabelColor(colors.mutedText);
    axis.grid()->setPen(QPen(colors.grid, 1.0));
    axis.grid()->setZeroLinePen(QPen(colors.grid, 1.0));
}

}  // namespace

QFont plotFont() { return pixelFont(metric::plotText); }

void preparePlot(QCustomPlot& plot) {
    // Otherwise each plot would repaint the whole window.
    plot.setPlottingHint(QCP::phImmediateRefresh, false);
    plot.setLocale(QLocale::c());
    plot.setNoAntialiasingOnDrag(false);
    plot.setPlottingHint(QCP::phCacheLabels, true);
    plot.setPlottingHint(QCP::phFastPolylines,
                         true);  // one stroke of a dense curve takes far longer
    plot.setInteractions({});
    plot.plotLayout()->setRowSpacing(2);
    plot.axisRect()->setRangeDrag({});
    plot.axisRect()->setRangeZoom({});
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setTickLabelFont(plotFont());
        axis->setTickLength(0, 4);
        axis->setTickLabelPadding(3);
        axis->setSubTicks(false);
        setAxisScale(*axis, false);
        new AxisTitle(axis);  // belongs to the plot
    }
    plot.xAxis->grid()->setVisible(false);
    plot.xAxis->setLabel(QObject::tr("time [s]"));
    QObject::connect(&plot, &QCustomPlot::beforeReplot, &plot, [&plot] { fitTickCounts(plot); });
}

void colourPlot(QCustomPlot& plot, const ThemeColors& colors) {
    plot.setBackground(QBrush(colors.panel));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) colourAxis(*axis, colors);
    for (AxisTitle* title : titlesOf(plot)) title->setColor(colors.mutedText);
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
}

void fitTickCounts(QCustomPlot& plot) {
    // From the whole plot: the drawing area is known only after the layout, which needs the ticks.
    placeTitles(plot);
    const QMargins around = plot.axisRect()->minimumMargins();
    const QSize size = plot.viewport().size().shrunkBy(around);
    plot.xAxis->ticker()->setTickCount(std::clamp(size.width() / tickPixelsX, 2, 10));
    plot.yAxis->ticker()->setTickCount(std::clamp(size.height() / tickPixelsY, 3, 6));
}

void setLabelRoom(QCustomPlot& plot, int pixels) { plot.setProperty(roomProperty, pixels); }

void showAxes(QCustomPlot& plot, bool shown) {
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) axis->setVisible(shown);
    plot.yAxis->grid()->setVisible(shown);
}

void scaleTexts(QCustomPlot& plot, double scale) {
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setTickLabelFont(scaledFont(axis->tickLabelFont(), scale));
    plot.legend->setFont(scaledFont(plot.legend->font(), scale));
    for (int k = 0; k < plot.itemCount(); ++k) {
        if (auto* text = qobject_cast<QCPItemText*>(plot.item(k)))
            text->setFont(scaledFont(text->font(), scale));
        if (auto* labels = qobject_cast<EndLabels*>(plot.item(k)))
            labels->setFont(scaledFont(labels->font(), scale));
    }
}

namespace {

constexpr int belowNames = 2;  ///< for what of a letter is below the line [px]

/// Names of the legend that fit into a line of this width, at least one and at most eight.
int namesInALine(const QCPLegend& legend, int width) {
    constexpr int most = 8;
    if (width == 0) return most;
    int widest = 1;
    for (int k = 0; k < legend.itemCount(); ++k) {
        // Only elements of a layout in general tell their sizes.
        const QCPLayoutElement* item = legend.item(k);
        widest = std::max(widest, item->minimumOuterSizeHint().width());
    }
    const QMargins around = legend.margins();
    const int gap = legend.columnSpacing();
    return std::clamp((width - around.left() - around.right() + gap) / (widest + gap), 1, most);
}

}  // namespace

void showLegendAbove(QCustomPlot& plot, const ThemeColors& colors, int width) {
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.legend->setFont(plotFont());
    plot.legend->setTextColor(colors.text);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setIconSize(24, 12);
    plot.legend->setMargins(QMargins(leftMargin, 4, 8, 0));
    for (int k = 0; k < plot.legend->itemCount(); ++k)
        plot.legend->item(k)->setMargins(QMargins(0, 0, 0, belowNames));
    plot.legend->setWrap(namesInALine(*plot.legend, width));
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst, true);  // also of names added before
    plot.legend->setVisible(true);
}

}  // namespace momentree::app
