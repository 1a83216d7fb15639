// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/hint_bar.hpp"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "app/base/theme/theme.hpp"
#include "app/scene/floating_panel.hpp"
#include "render/scene.hpp"

namespace momentree::app {
namespace {

constexpr int shown_ms = 6000;
constexpr int margin = 10, hintDistance = 14, quietDistance = 72;

}  // namespace

HintBar::HintBar(QWidget* picture) : QWidget(picture) {
    setObjectName("hintBar");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    timer_.setSingleShot(true);
    timer_.setInterval(shown_ms);
    connect(&timer_, &QTimer::timeout, this, &HintBar::settle);
    picture->installEventFilter(this);
}

void HintBar::setHint(const QString& hint) {
    if (hint != hint_) complaint_.clear();  // it concerned an earlier action
    hint_ = hint;
    place();
    Q_EMIT hintChanged(hint);
}

void HintBar::setQuiet(bool quiet) {
    quiet_ = quiet;
    place();
}

void HintBar::complain(const QString& why) {
    complaint_ = why;
    timer_.start();
    place();
}

void HintBar::settle() {
    complaint_.clear();
    place();
}

void HintBar::place() {
    setAccessibleName(text());
    setVisible(!(quiet_ ? complaint_ : text()).isEmpty());
    const int most = parentWidget()->width() - render::axesPixels - hintDistance;
    const QRect box =
        fontMetrics().boundingRect(QRect(0, 0, most - 2 * margin, 200), Qt::TextWordWrap, text());
    resize(box.width() + 2 * margin + 4, box.height() + margin);
    move(std::max((parentWidget()->width() - width()) / 2, render::axesPixels),
         parentWidget()->height() - height() - (quiet_ ? quietDistance : hintDistance));
    update();
}

bool HintBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) place();
    return QWidget::eventFilter(watched, event);
}

void HintBar::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    paintFloatingPanel(*this, complaint_.isEmpty() ? QColor() : colors.warning);
    QPainter painter(this);
    painter.setPen(complaint_.isEmpty() ? colors.mutedText : colors.text);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, text());
}

}  // namespace momentree::app
