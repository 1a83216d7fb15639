// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

#include "app/base/theme/style_paint.hpp"

namespace momentree::app::paint {
namespace {

constexpr int menuSide = 6;      ///< from the border of a menu to the ground of its rows
constexpr int menuInset = 12;    ///< from the border of a menu to its icons and texts
constexpr int iconColumn = 28;   ///< of icons and check marks
constexpr int arrowColumn = 22;  ///< of the arrows of submenus
constexpr int reasonWidth = 180, reasonMargin = 5;  ///< of the second line of a disabled entry
constexpr double tabInset = 3.0;

bool vertical(const QStyleOptionTab& option) {
    return option.shape == QTabBar::RoundedWest || option.shape == QTabBar::RoundedEast ||
           option.shape == QTabBar::TriangularWest || option.shape == QTabBar::TriangularEast;
}

bool hasIconColumn(const QStyleOptionMenuItem& option) {
    return option.menuHasCheckableItems || option.maxIconWidth > 0;
}

/// Width and height of the words of a row; those of two lines are measured here, because QMenu
/// takes both for one.
QSize wordsSize(const QStyleOptionMenuItem& option, QSize contents) {
    const int line = option.fontMetrics.height();
    const QString words = option.text.section(QLatin1Char('\t'), 0, 0);
    const qsizetype second = words.indexOf(QLatin1Char('\n'));
    if (second < 0) return {contents.width(), std::max(metric::menuRow, line + 10)};
    const QFontMetrics small(textFont(TextSize::Caption, option.font));
    const QRect reason =
        small.boundingRect(QRect(0, 0, reasonWidth, 1000), Qt::TextWordWrap, words.mid(second + 1));
    return {std::max(option.fontMetrics.horizontalAdvance(words.left(second)), reasonWidth),
            line + reason.height() + 2 * reasonMargin};
}

void menuTitle(const QStyleOptionMenuItem& option, QPainter* painter, const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    if (option.text.isEmpty()) {
        const QRect line = option.rect.adjusted(menuInset, option.rect.height() / 2, -menuInset, 0);
        return hairline(painter, line, Qt::TopEdge, c.hair);
    }
    painter->setFont(strongFont(textFont(TextSize::Caption, option.font)));
    style.drawItemText(painter, option.rect.adjusted(menuInset, 6, -menuInset, 0),
                       Qt::AlignLeft | Qt::AlignVCenter, option.palette, true, option.text,
                       QPalette::PlaceholderText);
}

void menuMark(const QStyleOptionMenuItem& option, QPainter* painter, const QRect& column) {
    const ThemeColors& c = colorsOf(option);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool checkable = option.checkType != QStyleOptionMenuItem::NotCheckable;
    const bool on = checkable && option.checked;
    if (!option.icon.isNull()) {
        QRect at(0, 0, metric::menuIcon, metric::menuIcon);
        at.moveCenter(column.center());
        if (on) box(painter, QRectF(at).adjusted(-3, -3, 3, 3), metric::keyRadius, c.accentSoft);
        return option.icon.paint(painter, at, Qt::AlignCenter,
                                 enabled ? QIcon::Normal : QIcon::Disabled,
                                 on ? QIcon::On : QIcon::Off);
    }
    if (!on) return;
    const Saved saved(painter);
    const QPointF m = QRectF(column).center();
    painter->setPen(QPen(enabled ? c.text : c.disabledText, metric::iconStroke, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(
        QPolygonF({m + QPointF(-5.0, 0.3), m + QPointF(-1.5, 3.8), m + QPointF(5.0, -3.7)}));
}

}  // namespace

/// Every tab draws its part of the trough that all lie in.
void tab(const QStyleOptionTab& option, QPainter* painter) {
    const ThemeColors& c = colorsOf(option);
    const bool first = option.position == QStyleOptionTab::Beginning,
               last = option.position == QStyleOptionTab::End,
               only = option.position == QStyleOptionTab::OnlyOneTab;
    const QRectF rect(option.rect);
    {
        const Saved saved(painter);
        painter->setClipRect(rect, Qt::IntersectClip);
        const double beyond = 2.0 * metric::pillRadius;
        const double before = first || only ? 0.0 : beyond, after = last || only ? 0.0 : beyond;
        box(painter,
            vertical(option) ? rect.adjusted(0.0, -before, 0.0, after)
                             : rect.adjusted(-before, 0.0, after, 0.0),
            metric::pillRadius, c.sunk);
    }
    const QRectF pill = rect.adjusted(tabInset, tabInset, -tabInset, -tabInset);
    const bool chosen = option.state & QStyle::State_Selected;
    if (chosen) {
        box(painter, pill.translated(0.0, 1.0), metric::fieldRadius, c.shadow);
        box(painter, pill, metric::fieldRadius, c.raised,
            isDark(option.palette) ? c.hair : QColor());
    } else if (option.state & QStyle::State_MouseOver && option.state & QStyle::State_Enabled) {
        box(painter, pill, metric::fieldRadius, c.hover);
    }
    if (!(option.state & QStyle::State_HasFocus) ||
        !(option.state & QStyle::State_KeyboardFocusChange))
        return;
    const Saved saved(painter);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(c.accent, metric::focusRing));
    painter->drawRoundedRect(pill.adjusted(1.0, 1.0, -1.0, -1.0), metric::fieldRadius - 1.0,
                             metric::fieldRadius - 1.0);
}

void menuItem(const QStyleOptionMenuItem& option, QPainter* painter, const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    const Saved saved(painter);
    painter->fillRect(option.rect, c.raised);
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return menuTitle(option, painter, style);
    const bool enabled = option.state & QStyle::State_Enabled;
    if (option.state & QStyle::State_Selected)
        box(painter, QRectF(option.rect).adjusted(menuSide, 0, -menuSide, 0), metric::fieldRadius,
            enabled ? c.accentSoft : c.hover);
    QRect row = option.rect.adjusted(menuInset, 0, -menuInset, 0);
    if (hasIconColumn(option)) {
        menuMark(option, painter, QRect(row.topLeft(), QSize(metric::menuIcon, row.height())));
        row.setLeft(row.left() + iconColumn);
    }
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        chevron(painter,
                QRect(row.right() - metric::smallIcon, row.top(), metric::smallIcon, row.height()),
                option.direction == Qt::RightToLeft ? Qt::LeftArrow : Qt::RightArrow,
                enabled ? c.mutedText : c.disabledText);
    const int flags =
        Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine |
        (style.styleHint(QStyle::SH_UnderlineShortcut, &option) ? 0 : Qt::TextHideMnemonic);
    const qsizetype split = option.text.indexOf(QLatin1Char('\t'));
    painter->setFont(option.menuItemType == QStyleOptionMenuItem::DefaultItem
                         ? strongFont(option.font)
                         : option.font);
    painter->setPen(enabled ? c.text : c.disabledText);
    const QString words = option.text.left(split);
    const qsizetype second = words.indexOf(QLatin1Char('\n'));
    if (second < 0) {
        painter->drawText(row, flags | Qt::AlignLeft, words);
    } else {
        // The reason why the entry is disabled, below its words.
        const QRect text = row.adjusted(0, reasonMargin, 0, -reasonMargin);
        painter->drawText(text, (flags & ~Qt::AlignVCenter) | Qt::AlignLeft | Qt::AlignTop,
                          words.left(second));
        painter->setFont(textFont(TextSize::Caption, option.font));
        painter->setPen(c.mutedText);
        painter->drawText(QRect(text.left(), text.top() + option.fontMetrics.height(), reasonWidth,
                                text.height() - option.fontMetrics.height()),
                          Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, words.mid(second + 1));
    }
    if (split < 0) return;
    painter->setFont(option.font);
    painter->setPen(enabled ? c.mutedText : c.disabledText);
    painter->drawText(row, flags | Qt::AlignRight, option.text.mid(split + 1));
}

QSize menuItemSize(const QStyleOptionMenuItem& option, QSize contents) {
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {contents.width() + 2 * menuInset, option.text.isEmpty() ? 9 : metric::menuRow};
    const int columns =
        (hasIconColumn(option) ? iconColumn : 0) +
        (option.text.contains(QLatin1Char('\t')) ? metric::panelPadding : arrowColumn);
    const QSize words = wordsSize(option, contents);
    return {words.width() + 2 * menuInset + columns, words.height()};
}

void menuBarItem(const QStyleOptionMenuItem& option, QPainter* painter, const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    painter->fillRect(option.rect, c.panel);
    if (option.state & (QStyle::State_Selected | QStyle::State_Sunken))
        box(painter, QRectF(option.rect).adjusted(1, 2, -1, -2), metric::fieldRadius, c.hover);
    const int flags =
        Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine |
        (style.styleHint(QStyle::SH_UnderlineShortcut, &option) ? 0 : Qt::TextHideMnemonic);
    style.drawItemText(painter, option.rect, flags, option.palette,
                       option.state & QStyle::State_Enabled, option.text, QPalette::WindowText);
}

void toolBar(const QStyleOptionToolBar& option, QPainter* painter) {
    const ThemeColors& c = colorsOf(option);
    painter->fillRect(option.rect, c.panel);
    const Qt::Edge inner = option.toolBarArea == Qt::LeftToolBarArea     ? Qt::RightEdge
                           : option.toolBarArea == Qt::RightToolBarArea  ? Qt::LeftEdge
                           : option.toolBarArea == Qt::BottomToolBarArea ? Qt::TopEdge
                                                                         : Qt::BottomEdge;
    if (option.toolBarArea != Qt::NoToolBarArea) hairline(painter, option.rect, inner, c.hair);
}

void roundMask(QStyleHintReturn* returned, const QStyleOption* option, int radius) {
    auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(returned);
    if (mask == nullptr || option == nullptr) return;
    const QRect r = option->rect;
    QRegion region(r.adjusted(radius, 0, -radius, 0));
    region += r.adjusted(0, radius, 0, -radius);
    const QSize corner(2 * radius, 2 * radius);
    for (const QPoint& at : {r.topLeft(), QPoint(r.right() + 1 - 2 * radius, r.top()),
                             QPoint(r.left(), r.bottom() + 1 - 2 * radius),
                             QPoint(r.right() + 1 - 2 * radius, r.bottom() + 1 - 2 * radius)})
        region += QRegion(QRect(at, corner), QRegion::Ellipse);
    mask->region = region;
}

}  // namespace momentree::app::paint
