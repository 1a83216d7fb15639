// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

#include "app/base/theme/style_paint.hpp"

namespace momentree::app::paint {
namespace {

constexpr double grooveHeight = 4.0;

void fieldBox(const QStyleOption& option, QPainter* painter, bool focused) {
    const ThemeColors& c = colorsOf(option);
    const QRectF rect(option.rect);
    if (!(option.state & QStyle::State_Enabled))
        return box(painter, rect, metric::fieldRadius, c.panel, c.fieldEdge);
    // A ground set by the program, for example after a wrong entry, is kept.
    const QColor base = option.palette.color(QPalette::Base);
    const bool hovered = option.state & QStyle::State_MouseOver;
    const QColor ground = base != c.panel ? base : focused ? c.panel : hovered ? c.hover : c.field;
    if (!focused)
        return edgedBox(painter, rect, metric::fieldRadius, ground, c.fieldEdge, c.fieldLine);
    box(painter, rect, metric::fieldRadius, ground);
    const Saved saved(painter);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(c.accent, metric::focusRing));
    const double inset = 0.5 * metric::focusRing, radius = metric::fieldRadius - inset;
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
}

bool holdsFocus(const QStyleOption& option, const QWidget* widget) {
    return option.state & QStyle::State_HasFocus || (widget && widget->hasFocus());
}

}  // namespace

void field(const QStyleOption& option, QPainter* painter, const QWidget* widget) {
    const QWidget* parent = widget ? widget->parentWidget() : nullptr;
    if (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent))
        return;
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
    if (frame && frame->lineWidth <= 0)
        return painter->fillRect(option.rect, option.palette.brush(QPalette::Base));
    fieldBox(option, painter, holdsFocus(option, widget));
}

void comboBox(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget,
              const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    const auto* combo = qobject_cast<const QComboBox*>(widget);
    if (option.frame)
        fieldBox(option, painter,
                 option.editable && combo && combo->lineEdit() && combo->lineEdit()->hasFocus());
    chevron(painter,
            style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, widget),
            Qt::DownArrow, option.state & QStyle::State_Enabled ? c.mutedText : c.disabledText);
}

void comboBoxLabel(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget,
                   const QStyle& style) {
    QRect text =
        style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, widget);
    const bool enabled = option.state & QStyle::State_Enabled;
    if (!option.currentIcon.isNull()) {
        const QRect at(QPoint(text.left(), text.center().y() - option.iconSize.height() / 2 + 1),
                       option.iconSize);
        option.currentIcon.paint(painter, at, Qt::AlignCenter,
                                 enabled ? QIcon::Normal : QIcon::Disabled);
        text.setLeft(at.right() + metric::rowGap);
    }
    if (option.editable) return;
    style.drawItemText(
        painter, text, QStyle::visualAlignment(option.direction, option.textAlignment),
        option.palette, enabled,
        option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, text.width()),
        QPalette::Text);
}

void spinBox(const QStyleOptionSpinBox& option, QPainter* painter, const QWidget* widget,
             const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    if (option.frame) fieldBox(option, painter, holdsFocus(option, widget));
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) return;
    for (const bool up : {true, false}) {
        const auto part = up ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
        const bool can = option.state & QStyle::State_Enabled &&
                         option.stepEnabled & (up ? QAbstractSpinBox::StepUpEnabled
                                                  : QAbstractSpinBox::StepDownEnabled);
        const bool hovered = option.activeSubControls == part;
        chevron(painter, style.subControlRect(QStyle::CC_SpinBox, &option, part, widget),
                up ? Qt::UpArrow : Qt::DownArrow,
                !can      ? c.disabledText
                : hovered ? c.accent
                          : c.mutedText,
                6.0);
    }
}

void slider(const QStyleOptionSlider& option, QPainter* painter, const QWidget* widget,
            const QStyle& style) {
    const ThemeColors& c = colorsOf(option);
    const bool level = option.orientation == Qt::Horizontal,
               enabled = option.state & QStyle::State_Enabled;
    const QRectF handle =
        style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget);
    QRectF groove(option.rect);
    if (level)
        groove = {groove.left(), handle.center().y() - grooveHeight / 2, groove.width(),
                  grooveHeight};
    else
        groove = {handle.center().x() - grooveHeight / 2, groove.top(), grooveHeight,
                  groove.height()};
    box(painter, groove, grooveHeight / 2, c.hair);
    QRectF known = groove;
    if (level)
        option.upsideDown ? known.setLeft(handle.center().x())
                          : known.setRight(handle.center().x());
    else
        option.upsideDown ? known.setTop(handle.center().y())
                          : known.setBottom(handle.center().y());
    const QColor accent = enabled ? c.accent : c.disabledText;
    box(painter, known, grooveHeight / 2, accent);
    const Saved saved(painter);
    painter->setPen(QPen(accent, 2.0));
    painter->setBrush(option.state & QStyle::State_Sunken ? c.accentSoft : c.panel);
    painter->drawEllipse(handle.adjusted(1.0, 1.0, -1.0, -1.0));
}

void progress(const QStyleOptionProgressBar& option, QPainter* painter) {
    const auto span = static_cast<double>(option.maximum) - option.minimum;
    const double part = (static_cast<double>(option.progress) - option.minimum) / span;
    const Saved saved(painter);
    QPainterPath trough;
    trough.addRoundedRect(option.rect, metric::keyRadius, metric::keyRadius);
    painter->setClipPath(trough, Qt::IntersectClip);
    QRectF known = option.rect;
    if (option.state & QStyle::State_Horizontal)
        known.setWidth(part * known.width());
    else
        known.setTop(known.bottom() - part * known.height());
    painter->fillRect(known, colorsOf(option).accent);
}

QRect scrollHandle(const QStyleOptionSlider& option) {
    constexpr int least = 28;
    const bool level = option.orientation == Qt::Horizontal;
    const int room = level ? option.rect.width() : option.rect.height();
    const auto span = static_cast<qint64>(option.maximum) - option.minimum;
    int length = room;
    if (span > 0)
        length =
            std::clamp(static_cast<int>(room * qint64{option.pageStep} / (span + option.pageStep)),
                       std::min(least, room), room);
    const int start = QStyle::sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, room - length, option.upsideDown);
    const QPoint corner = option.rect.topLeft();
    return level ? QRect(corner.x() + start, corner.y(), length, option.rect.height())
                 : QRect(corner.x(), corner.y() + start, option.rect.width(), length);
}

void scrollBar(const QStyleOptionSlider& option, QPainter* painter, const QWidget* widget,
               const QStyle& style) {
    if (option.maximum <= option.minimum) return;
    const ThemeColors& c = colorsOf(option);
    const bool held = option.state & QStyle::State_Sunken &&
                      option.activeSubControls & QStyle::SC_ScrollBarSlider;
    const bool over = option.state & QStyle::State_MouseOver;
    const QRectF handle =
        style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
    const QRectF bar = handle.adjusted(2.0, 2.0, -2.0, -2.0);
    box(painter, bar, 0.5 * std::min(bar.width(), bar.height()),
        faded(c.fieldLine, held   ? 1.0
                           : over ? 0.8
                                  : 0.5));
}

}  // namespace momentree::app::paint
