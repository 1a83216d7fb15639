// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/curve_canvas.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double nearest = 3.0;      ///< of two points that are drawn [px]
constexpr double fieldAround = 1.6;  ///< width of the field over that of a given curve
constexpr int gridLines = 8;         ///< of the width

}  // namespace

CurveCanvas::CurveCanvas(QWidget* parent) : QWidget(parent) {
    setObjectName("curveCanvas");
    setAccessibleName(tr("Curve"));
    setAccessibleDescription(tr("Draw a closed curve with the mouse, or read one from a file"));
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CurveCanvas::setCurve(Points curve) {
    curve_ = std::move(curve);
    found_.clear();
    if (!curve_.empty()) {
        const auto [left, right] = std::ranges::minmax_element(
            curve_, {}, [](std::complex<double> p) { return p.real(); });
        const auto [low, high] = std::ranges::minmax_element(
            curve_, {}, [](std::complex<double> p) { return p.imag(); });
        centre_ = {0.5 * (left->real() + right->real()), 0.5 * (low->imag() + high->imag())};
        const double aspect = height() > 0 ? static_cast<double>(width()) / height() : 1.0;
        width_ = fieldAround *
                 std::max(right->real() - left->real(), aspect * (high->imag() - low->imag()));
    }
    update();
    Q_EMIT drawn();
}

void CurveCanvas::setFound(Points found) {
    found_ = std::move(found);
    update();
}

void CurveCanvas::setFieldWidth(double metres) {
    const double ratio = metres / width_;
    for (std::complex<double>& point : curve_) point = centre_ + ratio * (point - centre_);
    found_.clear();
    width_ = metres;
    update();
    Q_EMIT drawn();
}

double CurveCanvas::scale() const { return width() / width_; }

QPointF CurveCanvas::toScreen(std::complex<double> point) const {
    const std::complex<double> from = point - centre_;
    return {0.5 * width() + scale() * from.real(), 0.5 * height() - scale() * from.imag()};
}

std::complex<double> CurveCanvas::fromScreen(QPointF place) const {
    return centre_ + std::complex<double>((place.x() - 0.5 * width()) / scale(),
                                          (0.5 * height() - place.y()) / scale());
}

void CurveCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    drawing_ = true;
    curve_.assign(1, fromScreen(event->position()));
    found_.clear();
    update();
}

void CurveCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!drawing_) return;
    const QPointF step = event->position() - toScreen(curve_.back());
    if (std::hypot(step.x(), step.y()) < nearest) return;
    curve_.push_back(fromScreen(event->position()));
    update();
}

void CurveCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !drawing_) return;
    drawing_ = false;
    if (curve_.size() < 3) curve_.clear();
    update();
    Q_EMIT drawn();
}

void CurveCanvas::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.fieldEdge));
    painter.setBrush(colors.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metric::fieldRadius,
                            metric::fieldRadius);
    painter.setPen(QPen(colors.grid));
    const double step = static_cast<double>(width()) / gridLines;
    for (double x = step; x < width() - 1; x += step)
        painter.drawLine(QPointF(x, 1), QPointF(x, height() - 1));
    for (double y = std::fmod(0.5 * height(), step); y < height() - 1; y += step)
        painter.drawLine(QPointF(1, y), QPointF(width() - 1, y));
    const auto draw = [&](const Points& points, const QPen& pen, bool closed) {
        if (points.empty()) return;
        QPainterPath path(toScreen(points.front()));
        for (const std::complex<double>& point : points) path.lineTo(toScreen(point));
        if (closed) path.closeSubpath();
        painter.strokePath(path, pen);
    };
    draw(curve_, QPen(colors.text, metric::curveWidth), !drawing_);
    draw(found_, QPen(colors.accent, metric::curveWidth), true);
    if (!curve_.empty() || drawing_) return;
    painter.setPen(colors.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, tr("Draw a closed curve here"));
}

}  // namespace momentree::app
