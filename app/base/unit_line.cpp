// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/unit_line.hpp"

#include <QPainter>
#include <QRegularExpression>
#include <QStyleOption>

#include "app/base/theme/tokens.hpp"
#include "app/base/value_text.hpp"

namespace momentree::app {
namespace {

constexpr int unitGap = 4;     ///< between a number and its unit [px]
constexpr int besideText = 2;  ///< of a line's text [px]

/// "60 rpm", which is not in the unit of the field.
bool hasOwnUnit(const QString& text) {
    static const QRegularExpression number(
        QStringLiteral("^[-+]?[0-9.]+(e[-+]?[0-9]+)? *[^-+*/^(),. 0-9][^-+*^(),]*$"));
    return number.match(text).hasMatch();
}

bool hasNames(const QString& text) {
    static const QRegularExpression name(QStringLiteral("[A-Za-z_(*]"));
    static const QRegularExpression exponent(QStringLiteral("([0-9.])[eE]([-+]?[0-9])"));
    return QString(text).replace(exponent, QStringLiteral("\\1\\2")).contains(name);
}

}  // namespace

UnitLine::UnitLine(const QString& unit, QWidget* parent) : QLineEdit(parent) { setUnit(unit); }

void UnitLine::setUnit(const QString& unit) {
    unit_ = unit;
    const int width = unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(unit) + unitGap;
    setTextMargins(0, 0, width, 0);
    update();
}

void UnitLine::setValue(const QString& value) {
    value_ = value;
    update();
}

QString UnitLine::beside() const {
    if (hasOwnUnit(text())) return {};
    if (!hasNames(text())) return unit_;  // plain numbers
    // Expressions are in SI units, whatever the field shows.
    return isModified() || hasFocus() ? QString() : value_;
}

void UnitLine::paintEvent(QPaintEvent* event) {
    const QString shown = hasFocus() ? text() : shortNumbers(text());
    QString right = beside();
    const bool expression = !right.isEmpty() && right != unit_;
    const int needed = fontMetrics().horizontalAdvance(shown + right) + 2 * unitGap;
    if (expression && needed > width() - 2 * metric::fieldPadding) right.clear();
    shown == text() ? QLineEdit::paintEvent(event) : paintShort(shown);
    if (right.isEmpty()) return;
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, 0, -metric::fieldPadding, 0),
                     Qt::AlignRight | Qt::AlignVCenter, right);
}

/// As QLineEdit draws its text.
void UnitLine::paintShort(const QString& shown) {
    QPainter painter(this);
    QStyleOptionFrame frame;
    initStyleOption(&frame);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &frame, &painter, this);
    const QRect room = style()
                           ->subElementRect(QStyle::SE_LineEditContents, &frame, this)
                           .marginsRemoved(textMargins())
                           .adjusted(besideText, 0, -besideText, 0);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(shown, Qt::ElideRight, room.width()));
}

}  // namespace momentree::app
