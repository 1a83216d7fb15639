// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/measure_tool.hpp"

#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/label.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double shortest = 1e-9;  ///< [m]
constexpr double ringRadius_px = 5.0, labelOffset_px = 26.0;

}  // namespace

bool MeasureTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    const Vector3d place = snapping_.target(at, keys).point.at;
    if (!from_ || done_) {
        from_ = place;
        to_.reset();
        done_ = false;
    } else {
        to_ = place;
        done_ = true;
    }
    viewport_.update();
    return true;
}

void MeasureTool::move(QPointF at, Qt::KeyboardModifiers keys, bool) {
    if (!from_ || done_) return;
    to_ = snapping_.target(at, keys).point.at;
    viewport_.update();
}

bool MeasureTool::cancel() {
    if (!from_) return false;
    from_.reset();
    to_.reset();
    done_ = false;
    viewport_.update();
    return true;
}

QString MeasureTool::result() const {
    if (!from_ || !to_) return {};
    const Vector3d way = *to_ - *from_;
    if (way.norm() < shortest) return {};
    const Frame plane = plane_.get().frame();
    const Vector3d inPlane = plane.R.transpose() * way;
    QStringList parts{lengthText(way.norm())};
    if (std::hypot(inPlane.x(), inPlane.y()) > shortest)
        parts << angleText(std::atan2(inPlane.y(), inPlane.x()));
    const char* names[] = {"dx", "dy", "dz"};
    for (int k = 0; k < 3; ++k)
        if (std::abs(way[k]) > shortest)
            parts << QStringLiteral("%1 %2").arg(QLatin1String(names[k]), lengthText(way[k]));
    return parts.join(QStringLiteral(" · "));
}

void MeasureTool::paint(QPainter& painter) {
    if (!from_) return;
    const QColor color = themeColors(isDark(viewport_.palette())).accent;
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(Qt::NoBrush);
    const QPointF a = viewport_.toView(*from_);
    painter.drawEllipse(a, ringRadius_px, ringRadius_px);
    if (!to_) return;
    const QPointF b = viewport_.toView(*to_);
    painter.drawEllipse(b, ringRadius_px, ringRadius_px);
    painter.drawLine(a, b);
    const QString text = result();
    if (!text.isEmpty()) paintLabel(painter, 0.5 * (a + b) + QPointF(0.0, labelOffset_px), text);
}

QString MeasureTool::hint() const {
    if (done_) return tr("%1 · Click to measure again").arg(result());
    if (!from_) return tr("Click the first point");
    return tr("Click the second point");
}

}  // namespace momentree::app
