// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace momentree::app {

/// Fusion with what its dark side lacks: outlines of check boxes and radio buttons, and a quiet
/// line under tab bars; dialog buttons have no icons.
class ThemeStyle final : public QProxyStyle {
    Q_OBJECT
public:
    ThemeStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                       const QWidget* widget) const override;
};

}  // namespace momentree::app
