// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme_style.hpp"

#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>

#include "app/base/theme.hpp"
#include "app/base/themed_icon.hpp"

namespace momentree::app {
namespace {

struct IndicatorColors {
    QColor outline, fill, mark;
};

IndicatorColors indicatorColors(const QStyleOption& option) {
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool marked = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const QPalette& p = option.palette;
    const ThemeColors& colors = themeColors(isDark(p));
    if (!enabled)
        return {p.color(QPalette::Disabled, QPalette::Text), Qt::transparent,
                p.color(QPalette::Disabled, QPalette::Text)};
    if (marked)
        return {p.color(QPalette::Highlight), p.color(QPalette::Highlight),
                p.color(QPalette::HighlightedText)};
    const bool hover = option.state & QStyle::State_MouseOver;
    return {hover ? colors.selection : colors.axis, p.color(QPalette::Base), colors.text};
}

/// The largest centred square, aligned to pixel centres so that 1 px outlines are sharp.
QRectF indicatorSquare(const QRect& rect) {
    const int side = std::min(rect.width(), rect.height()) - 1;
    return QRectF(rect.x() + (rect.width() - side) / 2 + 0.5,
                  rect.y() + (rect.height() - side) / 2 + 0.5, side - 1, side - 1);
}

void drawCheckBox(const QStyleOption& option, QPainter* painter) {
    const IndicatorColors c = indicatorColors(option);
    const QRectF box = indicatorSquare(option.rect);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(c.outline, 1.0));
    painter->setBrush(c.fill);
    painter->drawRoundedRect(box, 2.5, 2.5);
    painter->setPen(QPen(c.mark, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    const auto at = [&box](double x, double y) {
        return QPointF(box.x() + x * box.width(), box.y() + y * box.height());
    };
    if (option.state & QStyle::State_NoChange)
        painter->drawLine(at(0.25, 0.5), at(0.75, 0.5));
    else if (option.state & QStyle::State_On)
        painter->drawPolyline(QPolygonF({at(0.22, 0.52), at(0.43, 0.73), at(0.79, 0.29)}));
    painter->restore();
}

void drawRadioButton(const QStyleOption& option, QPainter* painter) {
    const IndicatorColors c = indicatorColors(option);
    const QRectF box = indicatorSquare(option.rect);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(c.outline, 1.0));
    painter->setBrush(c.fill);
    painter->drawEllipse(box);
    if (option.state & QStyle::State_On) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.mark);
        painter->drawEllipse(box.center(), box.width() * 0.2, box.height() * 0.2);
    }
    painter->restore();
}

void drawTabBarLine(const QStyleOptionTabBarBase& option, QPainter* painter) {
    const QColor line = isDark(option.palette) ? option.palette.color(QPalette::Dark)
                                               : option.palette.color(QPalette::Mid);
    const QRect& r = option.rect;
    painter->save();
    painter->setPen(line);
    switch (option.shape) {
        case QTabBar::RoundedNorth:
        case QTabBar::TriangularNorth:
            painter->drawLine(r.bottomLeft(), r.bottomRight());
            break;
        case QTabBar::RoundedSouth:
        case QTabBar::TriangularSouth:
            painter->drawLine(r.topLeft(), r.topRight());
            break;
        case QTabBar::RoundedWest:
        case QTabBar::TriangularWest:
            painter->drawLine(r.topRight(), r.bottomRight());
            break;
        case QTabBar::RoundedEast:
        case QTabBar::TriangularEast:
            painter->drawLine(r.topLeft(), r.bottomLeft());
            break;
    }
    painter->restore();
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
        return drawCheckBox(*option, painter);
    if (element == PE_IndicatorRadioButton) return drawRadioButton(*option, painter);
    if (element == PE_FrameTabBarBase)
        if (const auto* base = qstyleoption_cast<const QStyleOptionTabBarBase*>(option))
            return drawTabBarLine(*base, painter);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

QIcon ThemeStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                               const QWidget* widget) const {
    if (icon == SP_ToolBarHorizontalExtensionButton || icon == SP_ToolBarVerticalExtensionButton)
        return themedIcon("more");
    return QProxyStyle::standardIcon(icon, option, widget);
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returned) const {
    if (hint == SH_EtchDisabledText || hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

}  // namespace momentree::app
