// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/invitation.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "app/base/theme/tokens.hpp"
#include "app/shell/four_bar_sketch.hpp"

namespace momentree::app {
namespace {

constexpr int strokeTime_ms = 2400;
constexpr int headTop = 90, hintTop = 146, buttonsBelow = 180;
constexpr int keyMargin = 7;
constexpr QSizeF sketch(360.0, 230.0);

}  // namespace

Invitation::Invitation(QAction& examples, QAction& photo, QWidget* scene) : QWidget(scene) {
    setObjectName("invitation");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    examples_ = new QPushButton(tr("Open an example"), scene);
    photo_ = new QPushButton(tr("Trace a photo…"), scene);
    photo_->setFlat(true);
    connect(examples_, &QPushButton::clicked, &examples, &QAction::trigger);
    connect(photo_, &QPushButton::clicked, &photo, &QAction::trigger);
    for (QPushButton* button : {examples_, photo_}) {
        button->setCursor(Qt::ArrowCursor);
        button->setFocusPolicy(Qt::TabFocus);
        button->hide();
    }
    stroke_.setStartValue(0.0);
    stroke_.setEndValue(1.0);
    stroke_.setDuration(strokeTime_ms);
    connect(&stroke_, &QVariantAnimation::valueChanged, this, [this] { update(); });
    setAccessibleName(tr("Drag anywhere to draw a link"));
    scene->installEventFilter(this);
    hide();
}

void Invitation::invite(bool wanted, bool moving) {
    if (wanted == wanted_) return;
    wanted_ = wanted;
    present(wanted);
    if (wanted && moving) stroke_.start();
}

void Invitation::present(bool shown) {
    for (QWidget* part : {static_cast<QWidget*>(this), static_cast<QWidget*>(examples_),
                          static_cast<QWidget*>(photo_)})
        part->setVisible(shown);
    stroke_.stop();
    if (shown) place();
}

void Invitation::place() {
    setGeometry(parentWidget()->rect());
    int width = metric::rowGap;
    for (QPushButton* button : {examples_, photo_}) {
        button->adjustSize();
        width += button->width();
    }
    const int top = height() - buttonsBelow;
    examples_->move((this->width() - width) / 2, top);
    photo_->move(examples_->geometry().right() + 1 + metric::rowGap, top);
}

/// Gives way to the first link, and comes back if its drawing is cancelled.
bool Invitation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && !isHidden()) place();
    if (event->type() == QEvent::MouseButtonPress && wanted_ &&
        static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
        present(false);
    // The key itself goes to the command that cancels.
    if (event->type() == QEvent::ShortcutOverride && wanted_ && isHidden() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        present(true);
    return QWidget::eventFilter(watched, event);
}

/// "G holds an end to ground" with the keys in boxes.
void Invitation::paintHint(QPainter& painter, int top) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QFont body = scaledFont(font(), 1.1), caption = textFont(TextSize::Caption, font());
    const QStringList words =
        tr("End it on another link and the two are hinged.|G|holds an end to ground,|M|drives it.")
            .split('|');
    const QFontMetrics text(body), keys(caption);
    const int space = text.horizontalAdvance(' ');
    const auto widthOf = [&](int k) {
        return k % 2 == 0 ? text.horizontalAdvance(words[k])
                          : keys.horizontalAdvance(words[k]) + 2 * keyMargin;
    };
    int all = space * static_cast<int>(words.size() - 1);
    for (int k = 0; k < words.size(); ++k) all += widthOf(k);
    int x = (width() - all) / 2;
    for (int k = 0; k < words.size(); ++k) {
        const QRect box(x, top, widthOf(k), text.height());
        if (k % 2 == 1) {
            painter.setPen(colors.fieldEdge);
            painter.setBrush(colors.raised);
            painter.drawRoundedRect(box, metric::keyRadius, metric::keyRadius);
        }
        painter.setFont(k % 2 == 1 ? caption : body);
        painter.setPen(colors.mutedText);
        painter.drawText(box, Qt::AlignCenter, words[k]);
        x += box.width() + space;
    }
}

/// The picture is drawn in three strokes of equal time; the last link is still planned.
void Invitation::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(TextSize::Display, font()));
    painter.setPen(colors.text);
    painter.drawText(QRect(0, headTop, width(), 50), Qt::AlignCenter,
                     tr("Drag anywhere to draw a link"));
    paintHint(painter, hintTop);
    const double top = hintTop + metric::topBar;
    const double room = height() - buttonsBelow - top - metric::panelPadding;
    if (room < sketch.height() / 3) return;
    const QSizeF size =
        sketch.scaled(QSizeF(width(), std::min(1.4 * sketch.height(), room)), Qt::KeepAspectRatio);
    const QRectF box(0.5 * (width() - size.width()), top + 0.5 * (room - size.height()),
                     size.width(), size.height());
    const bool moves = stroke_.state() == QAbstractAnimation::Running;
    paintFourBar(painter, box, colors, moves ? stroke_.currentValue().toDouble() : 1.0, true);
}

}  // namespace momentree::app
