// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/figure.hpp"

#include <qcustomplot.h>

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <cmath>
#include <functional>

#include "app/base/picture_record.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double pointsPerInch = 72.0, millimetresPerInch = 25.4;
constexpr int fileResolution = 720;  ///< of PDF [dots/inch]

/// Points of a unit of the drawing: plots have texts of one size, which becomes the asked one, and
/// all distances keep their proportion to it.
double pointsPerUnit(const FigureSettings& figure) { return figure.text / metric::plotText; }

double points(double millimetres) { return millimetres * pointsPerInch / millimetresPerInch; }

/// The size of the page in whole units; what is left of the last one stays empty.
QSize unitsOf(const FigureSettings& figure) {
    const double unit = pointsPerUnit(figure);
    return {static_cast<int>(std::floor(points(figure.width) / unit)),
            static_cast<int>(std::floor(points(figure.height) / unit))};
}

void styleLines(QCustomPlot& plot, const FigureSettings& figure) {
    const double widen = figure.lines / pointsPerUnit(figure) / metric::curveWidth;
    for (int k = 0; k < plot.graphCount(); ++k) {
        QPen pen = plot.graph(k)->pen();
        if (pen.style() == Qt::NoPen) continue;
        pen.setWidthF(widen * pen.widthF());
        if (!figure.dashes) pen.setStyle(Qt::SolidLine);
        plot.graph(k)->setPen(pen);
    }
    plot.yAxis->grid()->setVisible(figure.grid);
}

void addTitle(QCustomPlot& plot, const QString& text, const ThemeColors& colors) {
    plot.plotLayout()->insertRow(0);
    auto* title = new QCPTextElement(&plot, text, strongFont(plotFont()));
    title->setTextColor(colors.text);
    plot.plotLayout()->addElement(0, 0, title);
}

/// @param unit device pixels for a unit of the drawing
void paint(const FigureSource& source, const FigureSettings& figure, QCPPainter& painter,
           double unit) {
    const QSize size = unitsOf(figure);
    const ThemeColors& colors = themeColors(false);
    QCustomPlot plot;
    CurveChart chart(&plot);
    chart.show(source.runs, source.settings);
    chart.setColors(colors);
    chart.pull();
    plot.setViewport(QRect(QPoint(), size));
    chart.update();
    if (!chart.isLabelled()) showLegendAbove(plot, colors, size.width());
    if (!figure.title.isEmpty()) addTitle(plot, figure.title, colors);
    styleLines(plot, figure);
    painter.scale(unit, unit);
    painter.setClipRect(QRect(QPoint(), size));
    plot.toPainter(&painter, size.width(), size.height());
}

double deviceUnit(const FigureSettings& figure, double dotsPerInch) {
    return pointsPerUnit(figure) * dotsPerInch / pointsPerInch;
}

}  // namespace

QImage figureImage(const FigureSource& source, const FigureSettings& figure, double scale) {
    QImage image(static_cast<int>(std::lround(scale * figure.width)),
                 static_cast<int>(std::lround(scale * figure.height)), QImage::Format_RGB32);
    image.fill(themeColors(false).panel);
    QCPPainter painter;
    painter.begin(&image);
    paint(source, figure, painter, deviceUnit(figure, scale * millimetresPerInch));
    painter.end();
    return image;
}

QByteArray figurePdf(const FigureSource& source, const FigureSettings& figure) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    addRecord(writer, recordOf(source.runs));
    writer.setResolution(fileResolution);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(QSizeF(points(figure.width), points(figure.height)),
                                 QPageSize::Point, QString(), QPageSize::ExactMatch));
    QCPPainter painter;
    painter.begin(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    paint(source, figure, painter, deviceUnit(figure, fileResolution));
    painter.end();
    return buffer.data();
}

QByteArray figureSvg(const FigureSource& source, const FigureSettings& figure) {
    // Ten dots a millimetre, so that the size of the page is exact.
    constexpr int resolution = 254;
    const QSize size(static_cast<int>(std::lround(10.0 * figure.width)),
                     static_cast<int>(std::lround(10.0 * figure.height)));
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(resolution);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    QCPPainter painter;
    painter.begin(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    paint(source, figure, painter, deviceUnit(figure, resolution));
    painter.end();
    return svgWith(buffer.data(), recordOf(source.runs));
}

QByteArray figurePng(const FigureSource& source, const FigureSettings& figure, double dotsPerInch) {
    QImage image = figureImage(source, figure, dotsPerInch / millimetresPerInch);
    const int dotsPerMetre = static_cast<int>(std::lround(dotsPerInch / millimetresPerInch * 1e3));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return pngWith(std::move(image), recordOf(source.runs));
}

}  // namespace momentree::app
