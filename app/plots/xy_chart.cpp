// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/xy_chart.hpp"

#include <qcustomplot.h>

#include <cmath>

#include "app/plots/axis_range.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double apart = 0.7;  ///< pixels between points of a line
constexpr double dotSize = 4.0, ringSize = 9.0;

QCPCurve* makeCurve(QCustomPlot* plot) {
    auto* curve = new QCPCurve(plot->xAxis, plot->yAxis);
    curve->setSelectable(QCP::stNone);
    return curve;
}

}  // namespace

XyChart::XyChart(QCustomPlot* plot) : plot_(plot), colors_(&themeColors()) {
    preparePlot(*plot);
    emptyText_ = new QCPItemText(plot);
    emptyText_->setFont(plotFont());
    emptyText_->position->setType(QCPItemPosition::ptAxisRectRatio);
    emptyText_->position->setCoords(0.5, 0.5);
    emptyText_->setPositionAlignment(Qt::AlignCenter);
    setColors(themeColors());
    // The size in pixels is known only after the layout of each replot.
    connect(plot, &QCustomPlot::afterLayout, this, &XyChart::fill);
}

void XyChart::setColors(const ThemeColors& colors) {
    colors_ = &colors;
    colourPlot(*plot_, colors);
    emptyText_->setColor(colors.mutedText);
    styleCurves();
}

void XyChart::setSettings(XySettings settings) {
    const bool scales = settings.logX != settings_.logX || settings.logY != settings_.logY ||
                        settings.xAxis.scale != settings_.xAxis.scale ||
                        settings.yAxis.scale != settings_.yAxis.scale;
    settings_ = std::move(settings);
    setAxisScale(*plot_->xAxis, settings_.logX);
    setAxisScale(*plot_->yAxis, settings_.logY);
    plot_->xAxis->setLabel(settings_.xAxis.label);
    plot_->yAxis->setLabel(settings_.yAxis.label);
    if (scales) autoX_ = autoY_ = {};
}

void XyChart::setLines(std::vector<XyLine> lines) {
    const bool other = lines.size() != lines_.size();
    lines_ = std::move(lines);
    if (other) {
        autoX_ = autoY_ = {};
        makeCurves();
    }
    styleCurves();
}

void XyChart::makeCurves() {
    for (auto* list : {&curves_, &marks_}) {
        for (QCPCurve* curve : *list) plot_->removePlottable(curve);
        list->clear();
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) curves_.push_back(makeCurve(plot_));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        marks_.push_back(makeCurve(plot_));
        marks_.back()->removeFromLegend();
        marks_.back()->setLineStyle(QCPCurve::lsNone);
    }
}

void XyChart::styleCurves() {
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        SeriesStyle style = colors_->style(lines_[i].style);
        if (lines_[i].dashes >= 0) style.dashes = colors_->style(lines_[i].dashes).dashes;
        curves_[i]->setName(lines_[i].name);
        curves_[i]->setPen(style.pen());
        curves_[i]->setLineStyle(lines_[i].dots ? QCPCurve::lsNone : QCPCurve::lsLine);
        curves_[i]->setScatterStyle(
            lines_[i].dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, style.colour, dotSize)
                           : QCPScatterStyle());
        marks_[i]->setScatterStyle(QCPScatterStyle(
            QCPScatterStyle::ssCircle, QPen(colors_->cursor, 2.0), QBrush(style.colour), ringSize));
    }
}

QPointF XyChart::shown(double x, double y) const {
    return {settings_.xAxis.scale * x, settings_.yAxis.scale * y};
}

bool XyChart::showable(QPointF shown) const {
    return std::isfinite(shown.x()) && std::isfinite(shown.y()) &&
           (!settings_.logX || shown.x() > 0.0) && (!settings_.logY || shown.y() > 0.0);
}

void XyChart::update() {
    Extremes x, y;
    for (const XyLine& line : lines_)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (const QPointF point = shown(line.x[i], line.y[i]); showable(point)) {
                x.add(point.x());
                y.add(point.y());
            }
    const auto range = [](const Extremes& values, ValueRange shown, bool log) {
        return log ? logRange(values, shown) : linearRange(values, shown);
    };
    autoX_ = range(x, autoX_, settings_.logX);
    autoY_ = range(y, autoY_, settings_.logY);
    const ValueRange shownX = settings_.x.value_or(autoX_), shownY = settings_.y.value_or(autoY_);
    plot_->xAxis->setRange(shownX.lower, shownX.upper);
    plot_->yAxis->setRange(shownY.lower, shownY.upper);
    emptyText_->setText(settings_.emptyText);
    emptyText_->setVisible(x.empty());
    if (x.empty()) autoX_ = autoY_ = {};
    fitTickCounts(*plot_);
}

void XyChart::fill() {
    for (std::size_t k = 0; k < curves_.size(); ++k) {
        const XyLine& line = lines_[k];
        QVector<QCPCurveData> points;
        QPointF last(-1e9, -1e9);
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            const auto key = static_cast<double>(i);
            const QPointF point = shown(line.x[i], line.y[i]);
            if (!showable(point)) {
                points.append(QCPCurveData(key, qQNaN(), qQNaN()));
                continue;
            }
            const QPointF pixel(plot_->xAxis->coordToPixel(point.x()),
                                plot_->yAxis->coordToPixel(point.y()));
            if ((pixel - last).manhattanLength() < apart && i + 1 < line.x.size()) continue;
            last = pixel;
            points.append(QCPCurveData(key, point.x(), point.y()));
        }
        curves_[k]->data()->set(points, true);
        QVector<QCPCurveData> mark;
        if (line.mark)
            if (const QPointF at = shown(line.mark->x(), line.mark->y()); showable(at))
                mark.append(QCPCurveData(0.0, at.x(), at.y()));
        marks_[k]->data()->set(mark, true);
    }
}

std::optional<XyChart::Place> XyChart::nearest(QPointF pixel, double reach) const {
    std::optional<Place> found;
    double least = reach * reach;
    for (std::size_t k = 0; k < lines_.size(); ++k)
        for (std::size_t i = 0; i < lines_[k].x.size(); ++i) {
            const QPointF point = shown(lines_[k].x[i], lines_[k].y[i]);
            if (!showable(point)) continue;
            const QPointF by(plot_->xAxis->coordToPixel(point.x()) - pixel.x(),
                             plot_->yAxis->coordToPixel(point.y()) - pixel.y());
            const double distance = QPointF::dotProduct(by, by);
            if (!(distance < least)) continue;
            least = distance;
            found = Place{k, i};
        }
    return found;
}

}  // namespace momentree::app
