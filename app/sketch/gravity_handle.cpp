// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/gravity_handle.hpp"

#include <QCoreApplication>
#include <QPainter>
#include <cmath>
#include <numbers>

#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/edits/references.hpp"
#include "app/sketch/paint.hpp"

namespace momentree::app {
namespace {

constexpr double gravityReach = 14.0;  ///< [pixels]
constexpr double angleStep = std::numbers::pi / 12.0;

}  // namespace

std::optional<QLineF> GravityHandle::arrow() const {
    const auto ends = viewport_.scene().gravityArrow();
    if (!ends) return std::nullopt;
    const double scale = viewport_.devicePixelRatioF();
    return QLineF((*ends)[0] / scale, (*ends)[1] / scale, (*ends)[2] / scale, (*ends)[3] / scale);
}

bool GravityHandle::over(QPointF at) const {
    const auto line = arrow();
    return line && QLineF(line->p2(), at).length() < gravityReach;
}

bool GravityHandle::press(QPointF at) {
    if (!over(at)) return false;
    gesture_.begin();
    return true;
}

void GravityHandle::move(QPointF at, Qt::KeyboardModifiers keys) {
    const auto line = arrow();
    if (!line) return;
    const QPointF by = at - line->p1();
    if (std::hypot(by.x(), by.y()) < gravityReach) return;
    double angle = std::atan2(-by.y(), by.x());
    if (!keys.testFlag(Qt::AltModifier)) angle = angleStep * std::round(angle / angleStep);
    const Matrix3d axes = viewport_.scene().viewAxes();
    const Vector3d g = valueOf(gesture_.base().gravity).norm() *
                       (std::cos(angle) * axes.col(0) + std::sin(angle) * axes.col(1));
    gesture_.edit(tr("Turn gravity"), [&](ModelDescription& model) {
        for (std::size_t k = 0; k < 3; ++k)
            model.gravity[k] = std::round(g[static_cast<Eigen::Index>(k)] * 1e6) / 1e6 + 0.0;
    });
}

bool GravityHandle::cancel() {
    if (!turning()) return false;
    gesture_.edit(tr("Turn gravity"),
                  [&](ModelDescription& model) { model.gravity = gesture_.base().gravity; });
    gesture_.end();
    return true;
}

void GravityHandle::paint(QPainter& painter, QPointF cursor) const {
    const auto line = arrow();
    if (!line || (!turning() && !over(cursor))) return;
    painter.setPen(QPen(themeColors(isDark()).accent, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(line->p2(), 8.0, 8.0);
    const Vector3d g = valueOf(edits_.description().gravity);
    const double angle = std::atan2(g.y(), g.x()) * 180.0 / std::numbers::pi;
    paintLabel(painter, line->p2() + QPointF(4.0, -60.0),
               turning() ? tr("%1 m/s² at %2°").arg(fixedText(g.norm(), 2)).arg(fixedText(angle, 0))
                         : tr("Drag to turn gravity"));
}

}  // namespace momentree::app
