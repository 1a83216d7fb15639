// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/floating_panel.hpp"

#include <QPainter>
#include <QWidget>

namespace momentree::app {
namespace {

constexpr int opacity = 215;  ///< of 255
constexpr double rounding = 5.0;

}  // namespace

void paintFloatingPanel(QWidget& panel, const QColor& border) {
    QPainter painter(&panel);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor back = panel.palette().color(QPalette::Window);
    back.setAlpha(opacity);
    painter.setBrush(back);
    painter.setPen(border.isValid() ? border : panel.palette().color(QPalette::Mid));
    painter.drawRoundedRect(QRectF(panel.rect()).adjusted(0.5, 0.5, -0.5, -0.5), rounding,
                            rounding);
}

}  // namespace momentree::app
