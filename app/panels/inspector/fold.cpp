// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/fold.hpp"

#include <QPainter>
#include <QSettings>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr auto openKey = "inspector/open";

QStringList openTitles() { return QSettings().value(openKey).toStringList(); }

}  // namespace

Fold::Fold(const QString& title, QWidget* parent) : QToolButton(parent) {
    setObjectName("fold " + title);
    setText(title);
    setCheckable(true);
    setChecked(openTitles().contains(title));
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setArrowType(isOpen() ? Qt::DownArrow : Qt::RightArrow);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumHeight(metric::field);
    connect(this, &QToolButton::toggled, this, &Fold::remember);
}

void Fold::remember(bool open) {
    setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    QStringList titles = openTitles();
    titles.removeAll(text());
    if (open) titles << text();
    QSettings().setValue(openKey, titles);
}

void Fold::setSummary(const QString& text) {
    if (text == summary_) return;
    summary_ = text;
    setAccessibleDescription(text);
    update();
}

void Fold::paintEvent(QPaintEvent* event) {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    painter.setPen(themeColors(isDark(palette())).hair);
    painter.drawLine(0, 0, width(), 0);
    if (isOpen()) return;
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int before = sizeHint().width() + metric::rowGap;
    const QRect room = rect().adjusted(before, 0, -metric::fieldPadding, 0);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(summary_, Qt::ElideRight, room.width()));
}

}  // namespace momentree::app
