// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/position_canvas.hpp"

#include <QMouseEvent>
#include <QPainterPath>
#include <cmath>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double longestArm = 46.0, shortestArm = 24.0, behind = 12.0, halfHeight = 10.0;
constexpr double armShare = 0.35;                   ///< of the smallest distance of two positions
constexpr double handleRadius = 4.5, reach = 11.0;  ///< [px]
constexpr double linkWidth = 6.0, otherOpacity = 0.3;
constexpr int pathPoints = 200;
constexpr double margins = 1.25;  ///< width of the field over that of what it shows

QPointF direction(double th) { return {std::cos(th), -std::sin(th)}; }

void paintPivot(QPainter& painter, QPointF at, const ThemeColors& colors) {
    painter.setPen(QPen(colors.hatch, metric::curveWidth));
    painter.setBrush(colors.panel);
    QPainterPath foot(at);
    foot.lineTo(at + QPointF(9.0, 14.0));
    foot.lineTo(at + QPointF(-9.0, 14.0));
    foot.closeSubpath();
    painter.drawPath(foot);
    painter.drawEllipse(at, handleRadius, handleRadius);
}

}  // namespace

PositionCanvas::PositionCanvas(const ThreePoses& poses) : poses_(poses) {
    setObjectName("positionCanvas");
    setAccessibleName(tr("Positions"));
    setAccessibleDescription(
        tr("Three positions of a body; drag its origin to move it and the end of it to turn it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMouseTracking(true);
}

void PositionCanvas::setPoses(const ThreePoses& poses) {
    poses_ = poses;
    fit();
    update();
}

void PositionCanvas::setFourBar(std::optional<ThreePoseFourBar> fourBar) {
    fourBar_ = fourBar;
    if (!dragged_) fit();
    update();
}

std::vector<Complex> PositionCanvas::originPath() const {
    const PlanarLinkage linkage = linkageOf(*fourBar_, poses_);
    std::vector<Complex> path;
    for (int k = 0; k < pathPoints; ++k)
        if (const auto pose = poseOf(linkage, evenAngle(k, pathPoints))) path.push_back(pose->P);
    return path;
}

void PositionCanvas::fit() {
    std::vector<Complex> points;
    for (const PlanePose& pose : poses_) {
        points.push_back(pose.p);
        if (!fourBar_) continue;
        for (const Complex z : {fourBar_->z1, fourBar_->z2})
            points.push_back(pose.p + std::polar(1.0, pose.th) * z);
    }
    if (fourBar_) {
        points.insert(points.end(), {fourBar_->G1, fourBar_->G2});
        const std::vector<Complex> path = originPath();
        points.insert(points.end(), path.begin(), path.end());
    }
    field_.fit(*this, points, margins);
}

/// Of the bodies, so that they overlap little [px].
double PositionCanvas::arm() const {
    double least = INFINITY;
    for (std::size_t k = 0; k < poses_.size(); ++k)
        least = std::min(least, std::abs(poses_[(k + 1) % 3].p - poses_[k].p));
    return std::clamp(armShare * least * field_.scale(*this), shortestArm, longestArm);
}

QPointF PositionCanvas::placeOf(const Handle& handle) const {
    const PlanePose& pose = poses_[handle.pose];
    const QPointF origin = field_.toScreen(*this, pose.p);
    return handle.turns ? origin + arm() * direction(pose.th) : origin;
}

std::optional<PositionCanvas::Handle> PositionCanvas::handleAt(QPointF place) const {
    for (const bool turns : {true, false})
        for (std::size_t k = 0; k < poses_.size(); ++k) {
            const QPointF from = place - placeOf({k, turns});
            if (std::hypot(from.x(), from.y()) < reach) return Handle{k, turns};
        }
    return std::nullopt;
}

void PositionCanvas::resizeEvent(QResizeEvent*) { fit(); }

void PositionCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) dragged_ = handleAt(event->position());
}

void PositionCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!dragged_) {
        const auto before = std::exchange(under_, handleAt(event->position()));
        setCursor(!under_         ? Qt::ArrowCursor
                  : under_->turns ? Qt::PointingHandCursor
                                  : Qt::SizeAllCursor);
        if (under_ != before) update();
        return;
    }
    PlanePose& pose = poses_[dragged_->pose];
    const Complex at = field_.fromScreen(*this, event->position());
    if (!dragged_->turns)
        pose.p = at;
    else if (at != pose.p)
        pose.th = std::arg(at - pose.p);
    update();
    Q_EMIT moved();
}

void PositionCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !dragged_) return;
    dragged_.reset();
    fit();
    update();
    Q_EMIT moved();
}

void PositionCanvas::paintFourBar(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainterPath path;
    for (const Complex point : originPath()) {
        const QPointF at = field_.toScreen(*this, point);
        path.elementCount() == 0 ? path.moveTo(at) : path.lineTo(at);
    }
    path.closeSubpath();
    painter.strokePath(path, QPen(colors.accent, 1.0, Qt::DashLine));
    const QPointF G1 = field_.toScreen(*this, fourBar_->G1);
    const QPointF G2 = field_.toScreen(*this, fourBar_->G2);
    for (std::size_t k = poses_.size(); k-- > 0;) {
        const Complex turn = std::polar(1.0, poses_[k].th);
        const QPointF M1 = field_.toScreen(*this, poses_[k].p + turn * fourBar_->z1);
        const QPointF M2 = field_.toScreen(*this, poses_[k].p + turn * fourBar_->z2);
        painter.setOpacity(k == 0 ? 1.0 : otherOpacity);
        const auto link = [&](int style, QPointF from, QPointF to) {
            painter.setPen(QPen(colors.series[static_cast<std::size_t>(style)], linkWidth,
                                Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(from, to);
        };
        link(0, G1, M1);
        link(2, M1, M2);
        link(1, M2, G2);
        painter.setPen(QPen(colors.hatch, 1.0));
        for (const QPointF& M : {M1, M2}) painter.drawLine(M, placeOf({k, false}));
    }
    painter.setOpacity(1.0);
    for (const QPointF& G : {G1, G2}) paintPivot(painter, G, colors);
}

void PositionCanvas::paintPose(QPainter& painter, std::size_t k) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    painter.save();
    painter.translate(placeOf({k, false}));
    painter.rotate(-poses_[k].th * 180.0 / M_PI);
    painter.setPen(QPen(colors.text, metric::iconStroke));
    painter.setBrush(faded(colors.accentSoft, 0.8));
    painter.drawRoundedRect(QRectF(-behind, -halfHeight, arm() + behind, 2.0 * halfHeight),
                            metric::keyRadius, metric::keyRadius);
    painter.restore();
    for (const bool turns : {false, true}) {
        const Handle handle{k, turns};
        const bool marked = handle == (dragged_ ? dragged_ : under_);
        painter.setBrush(marked ? colors.accent : turns ? colors.field : colors.text);
        painter.setPen(QPen(marked ? colors.accent : colors.text, metric::iconStroke));
        painter.drawEllipse(placeOf(handle), handleRadius, handleRadius);
    }
    const QPointF middle = placeOf({k, false}) + 0.5 * arm() * direction(poses_[k].th);
    painter.setPen(colors.text);
    painter.setFont(strongFont(font()));
    painter.drawText(QRectF(middle - QPointF(halfHeight, halfHeight),
                            QSizeF(2.0 * halfHeight, 2.0 * halfHeight)),
                     Qt::AlignCenter, QString::number(k + 1));
}

void PositionCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    field_.paint(painter, *this);
    if (fourBar_) paintFourBar(painter);
    for (std::size_t k = poses_.size(); k-- > 0;) paintPose(painter, k);
}

}  // namespace momentree::app
