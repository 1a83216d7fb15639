// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/style_paint.hpp"

#include <QIcon>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QToolBar>
#include <QVariant>
#include <QWidget>

#include "app/base/theme/themed_icon.hpp"

namespace momentree::app::paint {
namespace {

bool has(const QStyleOption& option, QStyle::StateFlag flag) { return option.state & flag; }

struct Mark {
    QColor outline, fill, mark;
};

Mark markOf(const QStyleOption& option) {
    const ThemeColors& c = colorsOf(option);
    const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    if (!has(option, QStyle::State_Enabled))
        return {c.fieldEdge, on ? c.fieldEdge : QColor(Qt::transparent), c.disabledText};
    const bool hovered = has(option, QStyle::State_MouseOver);
    if (on) return {Qt::transparent, hovered ? c.accentHover : c.accent, c.onAccent};
    return {hovered ? c.accent : c.fieldLine, has(option, QStyle::State_Sunken) ? c.hover : c.panel,
            c.text};
}

/// The largest centred square.
QRectF squareIn(const QRect& rect) {
    const int side = std::min(rect.width(), rect.height());
    return QRectF(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side,
                  side);
}

}  // namespace

const ThemeColors& colorsOf(const QStyleOption& option) {
    return themeColors(isDark(option.palette));
}

Saved::Saved(QPainter* painter) : painter_(painter) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
}
Saved::~Saved() { painter_->restore(); }

void box(QPainter* painter, const QRectF& rect, double radius, const QColor& fill,
         const QColor& border) {
    const Saved saved(painter);
    const bool bordered = border.isValid() && border.alpha() > 0;
    painter->setPen(bordered ? QPen(border, 1.0) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    // Lines of 1 px are sharp between pixel edges.
    const double inset = bordered ? 0.5 : 0.0;
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset,
                             radius - inset);
}

void edgedBox(QPainter* painter, const QRectF& rect, double radius, const QColor& fill,
              const QColor& border, const QColor& lowerEdge) {
    box(painter, rect, radius, fill, border);
    const Saved saved(painter);
    painter->setClipRect(QRectF(rect.left(), rect.bottom() - 0.5 * radius, rect.width(), radius),
                         Qt::IntersectClip);
    box(painter, rect, radius, {}, lowerEdge);
}

void hairline(QPainter* painter, const QRect& r, Qt::Edge edge, const QColor& color) {
    painter->fillRect(edge == Qt::TopEdge      ? QRect(r.left(), r.top(), r.width(), 1)
                      : edge == Qt::BottomEdge ? QRect(r.left(), r.bottom(), r.width(), 1)
                      : edge == Qt::LeftEdge   ? QRect(r.left(), r.top(), 1, r.height())
                                               : QRect(r.right(), r.top(), 1, r.height()),
                      color);
}

void disc(QPainter* painter, const QRect& rect, const QIcon& icon, bool enabled,
          const ThemeColors& colors) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(enabled ? colors.accent : colors.sunk);
    painter->drawEllipse(rect);
    QRect inner({}, QSize(metric::menuIcon, metric::menuIcon));
    inner.moveCenter(rect.center());
    if (!enabled) return icon.paint(painter, inner, Qt::AlignCenter, QIcon::Disabled);
    painter->drawPixmap(
        inner,
        tintedPixmap(icon, inner.size(), painter->device()->devicePixelRatioF(), colors.onAccent));
}

void chevron(QPainter* painter, const QRect& rect, Qt::ArrowType direction, const QColor& color,
             double size) {
    const Saved saved(painter);
    const double a = 0.5 * std::min({size, double(rect.width()), double(rect.height())});
    painter->translate(QRectF(rect).center());
    painter->rotate(direction == Qt::DownArrow   ? 0.0
                    : direction == Qt::UpArrow   ? 180.0
                    : direction == Qt::LeftArrow ? 90.0
                                                 : -90.0);
    painter->setPen(QPen(color, metric::iconStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF({{-a, -0.5 * a}, {0.0, 0.5 * a}, {a, -0.5 * a}}));
}

bool isLink(const QWidget* widget) {
    return widget && widget->property("role") == QLatin1String("link");
}

ButtonRole roleOf(const QStyleOptionButton& option, const QWidget* widget) {
    const QString role = widget ? widget->property("role").toString() : QString();
    if (role == QLatin1String("primary")) return ButtonRole::Primary;
    if (role == QLatin1String("secondary")) return ButtonRole::Secondary;
    if (role == QLatin1String("quiet") || isLink(widget)) return ButtonRole::Quiet;
    if (option.features & QStyleOptionButton::DefaultButton) return ButtonRole::Primary;
    return option.features & QStyleOptionButton::Flat ? ButtonRole::Quiet : ButtonRole::Secondary;
}

QColor buttonInk(const QStyleOptionButton& option, const QWidget* widget) {
    const ThemeColors& c = colorsOf(option);
    if (!has(option, QStyle::State_Enabled)) return c.disabledText;
    if (roleOf(option, widget) == ButtonRole::Primary) return c.onAccent;
    if (isLink(widget)) return c.accent;
    return has(option, QStyle::State_On) ? c.accent : option.palette.color(QPalette::ButtonText);
}

void pushButton(const QStyleOptionButton& option, QPainter* painter, const QWidget* widget) {
    const ThemeColors& c = colorsOf(option);
    const bool enabled = has(option, QStyle::State_Enabled),
               down = has(option, QStyle::State_Sunken),
               hovered = has(option, QStyle::State_MouseOver) && enabled;
    const QRectF rect(option.rect);
    const ButtonRole role = roleOf(option, widget);
    if (role == ButtonRole::Primary && enabled)
        return box(painter, rect, metric::fieldRadius, hovered || down ? c.accentHover : c.accent);
    if (has(option, QStyle::State_On))
        return box(painter, rect, metric::fieldRadius, c.accentSoft, c.accent);
    if (role == ButtonRole::Quiet) {
        if (hovered || down) box(painter, rect, metric::fieldRadius, c.hover);
        return;
    }
    if (!enabled) return box(painter, rect, metric::fieldRadius, c.panel, c.hair);
    edgedBox(painter, rect, metric::fieldRadius, hovered || down ? c.hover : c.raised, c.fieldEdge,
             down ? c.fieldEdge : c.fieldLine);
}

void toolButton(const QStyleOption& option, QPainter* painter, const QWidget* widget) {
    const ThemeColors& c = colorsOf(option);
    const QRectF rect(option.rect);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool large = rect.height() >= metric::field + 8;
    const double radius = large ? metric::pillRadius : metric::fieldRadius;
    if (has(option, QStyle::State_On))
        return box(painter, rect, radius, enabled ? c.accentSoft : c.hover);
    if (enabled && (has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Sunken)))
        return box(painter, rect, radius, c.hover);
    // Outside of bars, the border shows that there is a button.
    if (!has(option, QStyle::State_AutoRaise) && widget &&
        !qobject_cast<QToolBar*>(widget->parentWidget()))
        edgedBox(painter, rect, radius, c.raised, c.fieldEdge, enabled ? c.fieldLine : c.fieldEdge);
}

void checkBox(const QStyleOption& option, QPainter* painter) {
    const Mark c = markOf(option);
    const QRectF square = squareIn(option.rect);
    box(painter, square, metric::keyRadius, c.fill, c.outline);
    const Saved saved(painter);
    painter->setPen(QPen(c.mark, 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) {
        return QPointF(square.x() + x * square.width(), square.y() + y * square.height());
    };
    if (has(option, QStyle::State_NoChange))
        painter->drawLine(at(0.28, 0.5), at(0.72, 0.5));
    else if (has(option, QStyle::State_On))
        painter->drawPolyline(QPolygonF({at(0.26, 0.52), at(0.44, 0.69), at(0.75, 0.33)}));
}

void radioButton(const QStyleOption& option, QPainter* painter) {
    const Mark c = markOf(option);
    const QRectF square = squareIn(option.rect);
    box(painter, square, 0.5 * square.width(), c.fill, c.outline);
    if (!has(option, QStyle::State_On)) return;
    const double inset = 0.32 * square.width();
    box(painter, square.adjusted(inset, inset, -inset, -inset), 0.5 * square.width() - inset,
        c.mark);
}

}  // namespace momentree::app::paint
