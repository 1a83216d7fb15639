// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/curve_canvas.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double nearest = 3.0;      ///< of two points that are drawn [px]
constexpr double fieldAround = 1.6;  ///< width of the field over that of a given curve

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
    if (!curve_.empty()) field_.fit(*this, curve_, fieldAround);
    update();
    Q_EMIT drawn();
}

void CurveCanvas::setFound(Points found) {
    found_ = std::move(found);
    update();
}

void CurveCanvas::setFieldWidth(double metres) {
    const double ratio = metres / field_.width;
    for (std::complex<double>& point : curve_)
        point = field_.centre + ratio * (point - field_.centre);
    found_.clear();
    field_.width = metres;
    update();
    Q_EMIT drawn();
}

void CurveCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    drawing_ = true;
    curve_.assign(1, field_.fromScreen(*this, event->position()));
    found_.clear();
    update();
}

void CurveCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!drawing_) return;
    const QPointF step = event->position() - field_.toScreen(*this, curve_.back());
    if (std::hypot(step.x(), step.y()) < nearest) return;
    curve_.push_back(field_.fromScreen(*this, event->position()));
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
    field_.paint(painter, *this);
    const auto draw = [&](const Points& points, const QPen& pen, bool closed) {
        if (points.empty()) return;
        QPainterPath path(field_.toScreen(*this, points.front()));
        for (const std::complex<double>& point : points) path.lineTo(field_.toScreen(*this, point));
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
