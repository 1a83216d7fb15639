// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_mouse.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <algorithm>
#include <cmath>

#include "app/plots/axis_range.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double grabDistance = 6.0;  ///< pixels around the time line
constexpr double notch = 120.0;       ///< of a wheel, in eighths of a degree as in Qt
constexpr double zoomPerNotch = 0.8;
constexpr int smallestBox = 6;  ///< pixels; smaller boxes count as clicks

bool isLog(const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; }

/// Scales and moves ranges in the axis' own measure: logarithms on a log axis.
ValueRange mapped(const QCPAxis& axis, ValueRange range, auto change) {
    if (!isLog(axis)) return change(range);
    const ValueRange r = change(ValueRange{std::log10(range.lower), std::log10(range.upper)});
    return {std::pow(10.0, r.lower), std::pow(10.0, r.upper)};
}

std::optional<ValueRange> showable(const QCPAxis& axis, ValueRange range) {
    if (isShowable(range, isLog(axis))) return range;
    return std::nullopt;
}

std::optional<ValueRange> scaled(const QCPAxis& axis, double factor, double pixel) {
    const double center = axis.pixelToCoord(pixel);
    const double c = isLog(axis) ? std::log10(center) : center;
    return showable(axis, mapped(axis, rangeOf(axis), [&](ValueRange r) {
                        return ValueRange{c + (r.lower - c) * factor, c + (r.upper - c) * factor};
                    }));
}

/// @param part shift relative to the axis length
std::optional<ValueRange> shifted(const QCPAxis& axis, ValueRange range, double part) {
    return showable(axis, mapped(axis, range, [part](ValueRange r) {
                        return ValueRange{r.lower + part * r.span(), r.upper + part * r.span()};
                    }));
}

}  // namespace

PlotMouse::PlotMouse(QCustomPlot* plot, PlotOverlay* overlay)
    : QObject(plot), plot_(plot), overlay_(overlay) {
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
}

bool PlotMouse::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return false;
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return move(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return release(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonDblClick:
            if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) emit resetRequested();
            return true;
        case QEvent::Wheel:
            return wheel(*static_cast<QWheelEvent*>(event));
        case QEvent::Leave:
            emit left();
            return false;
        default:
            return false;
    }
}

PlotMouse::Drag PlotMouse::dragFor(const QMouseEvent& event) const {
    const QRect area = plot_->axisRect()->rect();
    const QPoint at = event.position().toPoint();
    if (at.x() < area.left() - grabDistance || at.x() > area.right() + grabDistance)
        return Drag::None;
    const bool control = event.modifiers() & Qt::ControlModifier;
    if (event.button() == Qt::RightButton || (event.button() == Qt::LeftButton && control))
        return area.contains(at) ? Drag::Box : Drag::None;
    if (event.button() == Qt::MiddleButton) return Drag::Pan;
    if (event.button() != Qt::LeftButton) return Drag::None;
    if (event.modifiers() & Qt::ShiftModifier) return Drag::Pan;
    if (overlay_->cursorAt(at.x(), grabDistance)) return Drag::Cursor;
    const bool onLine = overlay_->distanceToTimeLine(at.x()).value_or(1e9) <= grabDistance;
    return (timeZoomed_ || valueZoomed_) && !onLine && area.contains(at) ? Drag::Pan : Drag::Time;
}

bool PlotMouse::press(const QMouseEvent& event) {
    if (drag_ != Drag::None) return true;
    pressed_ = event.position().toPoint();
    moved_ = false;
    drag_ = dragFor(event);
    timeAtPress_ = rangeOf(*plot_->xAxis);
    valueAtPress_ = rangeOf(*plot_->yAxis);
    if (drag_ == Drag::Cursor) cursor_ = *overlay_->cursorAt(pressed_.x(), grabDistance);
    if (drag_ == Drag::Time) pickAt(event.position().x());
    return true;
}

bool PlotMouse::move(const QMouseEvent& event) {
    if (event.buttons() == Qt::NoButton) {
        showShape(event.position());
        emit hovered(event.position());
        return true;
    }
    const QPoint at = event.position().toPoint();
    moved_ = moved_ || (at - pressed_).manhattanLength() >= QApplication::startDragDistance() / 2;
    if (drag_ == Drag::Time) {
        pickAt(event.position().x());
        emit hovered(event.position());
    }
    if (!moved_) return true;
    if (drag_ == Drag::Cursor) emit cursorMoved(cursor_, timeAt(event.position().x()));
    if (drag_ == Drag::Pan) pan(event.position());
    if (drag_ == Drag::Box)
        overlay_->setZoomBox(QRect(pressed_, at).normalized() & plot_->axisRect()->rect());
    return true;
}

bool PlotMouse::release(const QMouseEvent& event) {
    const Drag drag = drag_;
    drag_ = Drag::None;
    overlay_->setZoomBox(std::nullopt);
    const QPoint at = event.position().toPoint();
    if (drag == Drag::Box && moved_) zoomToBox(at);
    if (drag == Drag::Pan && !moved_ && event.button() == Qt::LeftButton)
        pickAt(event.position().x());
    if (event.button() == Qt::RightButton && !moved_)
        emit menuRequested(event.globalPosition().toPoint());
    return true;
}

double PlotMouse::timeAt(double x) const {
    const QRect area = plot_->axisRect()->rect();
    return plot_->xAxis->pixelToCoord(std::clamp<double>(x, area.left(), area.right() + 1));
}

void PlotMouse::pickAt(double x) { emit timePicked(timeAt(x)); }

void PlotMouse::pan(const QPointF& position) {
    const QPointF by = position - QPointF(pressed_);
    const QRect area = plot_->axisRect()->rect();
    const auto time = shifted(*plot_->xAxis, timeAtPress_, -by.x() / area.width());
    std::optional<ValueRange> value;
    if (valueZoomed_) value = shifted(*plot_->yAxis, valueAtPress_, by.y() / area.height());
    emit zoomChosen(time, value);
}

void PlotMouse::zoomToBox(const QPoint& end) {
    const QRect box = QRect(pressed_, end).normalized() & plot_->axisRect()->rect();
    std::optional<ValueRange> time, value;
    if (box.width() >= smallestBox)
        time = showable(*plot_->xAxis, {plot_->xAxis->pixelToCoord(box.left()),
                                        plot_->xAxis->pixelToCoord(box.right())});
    if (valueZoom_ && box.height() >= smallestBox)
        value = showable(*plot_->yAxis, {plot_->yAxis->pixelToCoord(box.bottom()),
                                         plot_->yAxis->pixelToCoord(box.top())});
    if (time || value) emit zoomChosen(time, value);
}

bool PlotMouse::wheel(const QWheelEvent& event) {
    // With Alt some desktops turn the wheel horizontally; touch pads have both directions.
    const QPoint turn = event.angleDelta();
    const double notches = (turn.y() != 0 ? turn.y() : turn.x()) / notch;
    const double factor = std::pow(zoomPerNotch, notches);
    const bool values = event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    if (values && valueZoom_)
        emit zoomChosen(std::nullopt, scaled(*plot_->yAxis, factor, event.position().y()));
    else
        emit zoomChosen(scaled(*plot_->xAxis, factor, event.position().x()), std::nullopt);
    emit hovered(event.position());
    return true;
}

void PlotMouse::showShape(const QPointF& position) {
    const QRect area = plot_->axisRect()->rect();
    const bool onLine = overlay_->distanceToTimeLine(position.x()).value_or(1e9) <= grabDistance;
    const bool onCursor = overlay_->cursorAt(position.x(), grabDistance).has_value();
    if ((onLine || onCursor) && position.x() <= area.right() + grabDistance)
        plot_->setCursor(Qt::SplitHCursor);
    else if (area.contains(position.toPoint()))
        plot_->setCursor(timeZoomed_ || valueZoomed_ ? Qt::OpenHandCursor : Qt::CrossCursor);
    else
        plot_->unsetCursor();
}

}  // namespace momentree::app
