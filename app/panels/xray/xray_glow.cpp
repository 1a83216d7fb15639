// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/xray_glow.hpp"

#include <QPainter>
#include <QRadialGradient>
#include <algorithm>
#include <cmath>

#include "app/base/theme/tokens.hpp"
namespace momentree::app {
namespace {

constexpr double radius_px = 34.0;

}  // namespace

void XrayGlow::paint(QPainter& painter, const Sight& sight) {
    if (!shown_) return;
    for (const OverheldJoint& overheld : joints_) {
        const auto index = static_cast<std::size_t>(overheld.joint);
        if (index >= sight.model.joints.size()) continue;
        const Vector3d at = sight.place(sight.model.joints[index].A);
        if (!canBeSeen(sight, at)) continue;
        const QPointF middle = sight.toView(at);
        const double strength = 0.45 + 0.55 * std::sqrt(std::clamp(overheld.share, 0.0, 1.0));
        QColor color = themeColors(sight.dark).glow;
        QRadialGradient gradient(middle, radius_px);
        color.setAlphaF(static_cast<float>(0.95 * strength));
        gradient.setColorAt(0.0, color);
        color.setAlphaF(static_cast<float>(0.6 * strength));
        gradient.setColorAt(0.4, color);
        color.setAlphaF(0.0F);
        gradient.setColorAt(1.0, color);
        painter.setPen(Qt::NoPen);
        painter.setBrush(gradient);
        painter.drawEllipse(middle, radius_px, radius_px);
        painter.setPen(QPen(themeColors(sight.dark).glow, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(middle, 11.0, 11.0);
    }
}

}  // namespace momentree::app
