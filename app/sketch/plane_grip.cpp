// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/plane_grip.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/sketch/paint.hpp"
#include "app/sketch/sketch_points.hpp"

namespace momentree::app {
namespace {

constexpr double arrow = 46.0, reach = 10.0;  ///< [pixels]
constexpr double shortest = 14.0;             ///< shortest arrow that can be dragged [pixels]
constexpr double edge = 20.0, bars = 60.0;    ///< [pixels] at the sides, above and below
constexpr double mostLines = 400.0;           ///< lines across the sheet's grid
constexpr double catches = 7.0;               ///< [pixels] to the height of a point, to snap
constexpr double least = 0.30;                ///< half width of the sheet relative to the picture's

QString nameOf(const WorkPlane& plane) {
    switch (plane.kind) {
        case WorkPlane::Kind::Xy:
            return QStringLiteral("xy");
        case WorkPlane::Kind::Xz:
            return QStringLiteral("xz");
        case WorkPlane::Kind::Yz:
            return QStringLiteral("yz");
        case WorkPlane::Kind::Link:
            return tr("through %1").arg(plane.name);
        case WorkPlane::Kind::Axis:
            return tr("across the axis of %1").arg(plane.name);
    }
    return {};
}

/// Red, green or blue along a world axis, otherwise neutral.
QColor colorOf(const Vector3d& direction, bool dark) {
    for (int k = 0; k < 3; ++k)
        if (std::abs(direction[k]) > 0.999)
            return themeColors(dark).axes[static_cast<std::size_t>(k)];
    return themeColors(dark).axis;
}

}  // namespace

std::vector<double> gridLevels(double low, double high) {
    std::vector<double> levels;
    if (!std::isfinite(high - low)) return levels;
    double step = 1.0;
    while ((high - low) / step > mostLines) step *= 5.0;
    const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
    // An integer counter, since far from 0 adding 1 to a level may not change it.
    for (int k = 0; k <= last - first; ++k) levels.push_back((first + k) * step);
    return levels;
}

bool PlaneGrip::shown() const {
    return !plane_.flat() && (drawing_ || held_ || !plane_.get().isFlat());
}

std::array<Vector3d, 4> PlaneGrip::sheet() const {
    const WorkPlane& plane = plane_.get();
    const double half =
        least * std::min(viewport_.width(), viewport_.height()) * viewport_.metresPerPixel();
    Point low = Point::Constant(-half), high = Point::Constant(half);
    for (const SketchPoint& point : sketchPoints(live_.checked())) {
        const Point foot = plane.of(point.at);
        low = low.cwiseMin((foot.array() - 0.3 * half).matrix());
        high = high.cwiseMax((foot.array() + 0.3 * half).matrix());
    }
    const double step = 5.0 * snapGrid(viewport_.metresPerPixel());
    for (int k = 0; k < 2; ++k) {
        low[k] = step * std::floor(low[k] / step);
        high[k] = step * std::ceil(high[k] / step);
    }
    return {plane.at(low), plane.at({high.x(), low.y()}), plane.at(high),
            plane.at({low.x(), high.y()})};
}

QPointF PlaneGrip::tipAt(const Vector3d& corner) const {
    return viewport_.toView(corner + arrow * viewport_.metresPerPixel() * plane_.get().normal());
}

std::size_t PlaneGrip::corner() const {
    if (held_) return heldCorner_;
    const QRectF room = QRectF(viewport_.rect()).adjusted(edge, bars, -edge, -bars);
    const auto corners = sheet();
    for (std::size_t k = 0; k < corners.size(); ++k)
        if (room.contains(tipAt(corners[k]))) return k;
    return 0;
}

std::optional<QPointF> PlaneGrip::knob() const {
    if (!shown()) return std::nullopt;
    const Vector3d from = sheet()[corner()];
    const QPointF at = tipAt(from), along = at - viewport_.toView(from);
    if (std::hypot(along.x(), along.y()) < shortest) return std::nullopt;
    return at;
}

/// Height of the cursor above the initial plane, measured on the line through the corner.
double PlaneGrip::heightUnder(QPointF at) const {
    const Vector3d normal = plane_.get().normal();
    const Vector3d towards = viewport_.scene().towardsViewer();
    const Vector3d facing = towards - normal * normal.dot(towards);
    return normal.dot(viewport_.toWorld(at, heldAt_, facing.normalized()) - heldAt_);
}

bool PlaneGrip::press(QPointF at) {
    const auto tip = knob();
    if (!tip || std::hypot(tip->x() - at.x(), tip->y() - at.y()) > reach) return false;
    heldCorner_ = corner();
    heldAt_ = sheet()[heldCorner_];
    held_ = true;
    before_ = plane_.get().offset;
    grabbed_ = heightUnder(at);
    return true;
}

void PlaneGrip::move(QPointF at) {
    if (!held_) return;
    WorkPlane plane = plane_.get();
    const double pixel = viewport_.metresPerPixel(), grid = snapGrid(pixel);
    const double wanted = before_ + heightUnder(at) - grabbed_;
    plane.offset = grid * std::round(wanted / grid);
    double nearest = catches * pixel;
    for (const SketchPoint& point : sketchPoints(live_.checked())) {
        const double level = plane.normal().dot(point.at - plane.base.r);
        if (std::abs(level - wanted) >= nearest) continue;
        nearest = std::abs(level - wanted);
        plane.offset = level;
    }
    plane_.set(plane);
}

bool PlaneGrip::cancel() {
    if (!held_) return false;
    held_ = false;
    WorkPlane plane = plane_.get();
    plane.offset = before_;
    plane_.set(plane);
    return true;
}

/// The visible part of a sheet with these corners: a drawing may be thousands of times larger than
/// the picture.
std::pair<Point, Point> PlaneGrip::seenOf(const Point& low, const Point& high) const {
    const double most = mostLines * snapGrid(viewport_.metresPerPixel());
    if ((high - low).maxCoeff() < most) return {low, high};
    const QRect room = viewport_.rect();
    Point first = high, last = low;
    for (const QPoint corner :
         {room.topLeft(), room.topRight(), room.bottomLeft(), room.bottomRight()}) {
        const Point seen = plane_.under(corner);
        first = first.cwiseMin(seen);
        last = last.cwiseMax(seen);
    }
    first = first.cwiseMax(low);
    last = last.cwiseMin(high);
    return {first, last};
}

void PlaneGrip::paintGrid(QPainter& painter, const Point& low, const Point& high) const {
    const WorkPlane& plane = plane_.get();
    const bool dark = isDark();
    const double step = snapGrid(viewport_.metresPerPixel());
    const auto line = [&](int axis, double level) {
        Point from = low, to = high;
        from[axis] = to[axis] = level;
        painter.drawLine(viewport_.toView(plane.at(from)), viewport_.toView(plane.at(to)));
    };
    QColor fine = themeColors(dark).accent;
    for (int axis = 0; axis < 2; ++axis) {
        for (const double k : gridLevels(low[axis] / step, high[axis] / step)) {
            fine.setAlpha(std::fmod(k, 5.0) == 0.0 ? 90 : 42);
            painter.setPen(QPen(fine, 1));
            line(axis, k * step);
        }
    }
    for (int axis = 0; axis < 2; ++axis) {
        QColor color = colorOf(plane.base.R.col(axis), dark);
        color.setAlpha(190);
        painter.setPen(QPen(color, 1.4));
        line(1 - axis, 0.0);
    }
}

void PlaneGrip::paint(QPainter& painter) const {
    if (!shown()) return;
    const WorkPlane& plane = plane_.get();
    const auto sheetCorners = sheet();
    const QColor color = themeColors(isDark()).accent;
    QPolygonF corners;
    for (const Vector3d& p : sheetCorners) corners << viewport_.toView(p);
    QColor fill = color;
    fill.setAlpha(20);
    painter.setPen(QPen(color, 1));
    painter.setBrush(fill);
    painter.drawPolygon(corners);
    const auto [low, high] = seenOf(plane.of(sheetCorners[0]), plane.of(sheetCorners[2]));
    paintGrid(painter, low, high);
    QString text = nameOf(plane);
    if (plane.offset != 0.0) text += QStringLiteral("   ") + lengthText(plane.offset);
    const auto tip = knob();
    if (tip) {
        painter.setPen(QPen(color, 2.2));
        painter.drawLine(corners[static_cast<qsizetype>(corner())], *tip);
        painter.setBrush(held_ ? color : QGuiApplication::palette().color(QPalette::Base));
        painter.drawEllipse(*tip, 6, 6);
    }
    QPointF label = tip.value_or(corners.front());
    const QRectF room = QRectF(viewport_.rect()).adjusted(edge, bars, -edge, -bars);
    label.setX(std::clamp(label.x(), room.left(), room.right()));
    label.setY(std::clamp(label.y(), room.top(), room.bottom()));
    paintLabel(painter, label, text);
}

}  // namespace momentree::app
