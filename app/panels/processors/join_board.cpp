// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/processors/join_board.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double edge = 18.0, mostRadius = 13.0, leastRadius = 4.0, groundRoom = 20.0;

bool isOurs(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Return ||
           key == Qt::Key_Enter || key == Qt::Key_Space || key == Qt::Key_Backspace;
}

}  // namespace

JoinBoard::JoinBoard(QWidget* parent) : QWidget(parent) {
    setObjectName("joinBoard");
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Links to join"));
    tell();
}

void JoinBoard::setPlan(JoinPlan plan) {
    plan_ = std::move(plan);
    chosen_ = -1;
    tell();
    update();
}

void JoinBoard::undo() {
    if (plan_.joins() == 0) return;
    plan_.undo();
    chosen_ = -1;
    tell();
    update();
    Q_EMIT changed();
}

QPointF JoinBoard::centre(int node) const {
    const JoinNode& of = plan_.nodes()[static_cast<std::size_t>(node)];
    const double pitch = (width() - 2.0 * edge) / plan_.bodies();
    int levels = 1;
    for (const JoinNode& each : plan_.nodes()) levels = std::max(levels, each.level);
    // A board that is still empty has room for the smallest tree.
    int least = 0;
    while ((1 << least) < plan_.bodies()) ++least;
    levels = std::max(levels, least);
    const double rise = (height() - 2.0 * edge - groundRoom) / levels;
    return {edge + pitch * (0.5 * (of.first + of.last) + 0.5),
            height() - edge - groundRoom - rise * of.level};
}

QRectF JoinBoard::nodeRect(int node) const {
    const double pitch = (width() - 2.0 * edge) / plan_.bodies();
    const double radius = std::clamp(0.4 * pitch, leastRadius, mostRadius);
    const QPointF at = centre(node);
    return {at.x() - radius, at.y() - radius, 2.0 * radius, 2.0 * radius};
}

int JoinBoard::nodeAt(QPointF at) const {
    constexpr double slack = 5.0;
    for (const int node : plan_.open())
        if (nodeRect(node).adjusted(-slack, -slack, slack, slack).contains(at)) return node;
    return -1;
}

/// A second node that touches the first is joined with it.
void JoinBoard::choose(int node) {
    if (const auto made = plan_.join(chosen_, node)) {
        chosen_ = plan_.complete() ? -1 : *made;
        Q_EMIT changed();
    } else {
        chosen_ = node == chosen_ ? -1 : node;
    }
    tell();
    update();
}

void JoinBoard::move(int by) {
    const std::vector<int> open = plan_.open();
    const auto at = std::ranges::find(open, chosen_);
    const auto count = static_cast<int>(open.size());
    const int now = at == open.end() ? (by > 0 ? -1 : count) : static_cast<int>(at - open.begin());
    chosen_ = open[static_cast<std::size_t>(std::clamp(now + by, 0, count - 1))];
    tell();
    update();
}

void JoinBoard::joinWithNext() {
    const std::vector<int> open = plan_.open();
    const auto at = std::ranges::find(open, chosen_);
    if (at == open.end() || at + 1 == open.end()) return;
    choose(*(at + 1));
}

/// For screen readers.
void JoinBoard::tell() {
    QString text = tr("%1 of %2 joins made.").arg(plan_.joins()).arg(plan_.bodies() - 1);
    if (chosen_ >= 0) {
        const JoinNode& node = plan_.nodes()[static_cast<std::size_t>(chosen_)];
        text +=
            ' ' + (node.isBody()
                       ? tr("Link %1 is chosen.").arg(node.first + 1)
                       : tr("Links %1 to %2 are chosen.").arg(node.first + 1).arg(node.last + 1));
    }
    setAccessibleDescription(text);
}

void JoinBoard::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.hatch, 1.5));
    const double ground = height() - edge;
    painter.drawLine(QPointF(edge, ground), QPointF(width() - edge, ground));
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(edge, ground, width() - 2 * edge, edge), Qt::AlignLeft, tr("base"));
    painter.drawText(QRectF(edge, ground, width() - 2 * edge, edge), Qt::AlignRight, tr("tip"));
    const int count = static_cast<int>(plan_.nodes().size());
    painter.setPen(QPen(colors.axis, 1.4));
    for (int k = 0; k < count; ++k)
        if (const int parent = plan_.nodes()[static_cast<std::size_t>(k)].parent; parent >= 0)
            painter.drawLine(centre(k), centre(parent));
    for (int k = 0; k < count; ++k) {
        const JoinNode& node = plan_.nodes()[static_cast<std::size_t>(k)];
        const bool open = node.parent < 0;
        const bool offered = chosen_ >= 0 && plan_.canJoin(chosen_, k);
        const QColor fill = k == chosen_ ? colors.accent
                            : offered    ? colors.accentSoft
                            : open       ? colors.raised
                                         : colors.sunk;
        painter.setBrush(fill);
        painter.setPen(QPen(offered || k == chosen_ ? colors.accent
                            : open                  ? colors.text
                                                    : colors.hair,
                            offered ? 2.0 : 1.2, offered ? Qt::DashLine : Qt::SolidLine));
        const QRectF place = nodeRect(k);
        node.isBody() ? painter.drawEllipse(place) : painter.drawRoundedRect(place, 4.0, 4.0);
        if (place.width() < 18.0) continue;
        painter.setPen(k == chosen_ ? colors.onAccent : open ? colors.text : colors.mutedText);
        painter.drawText(
            place, Qt::AlignCenter,
            QString::number(node.isBody() ? node.first + 1 : node.last - node.first + 1));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.accent, 1.0));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4.0, 4.0);
    }
}

void JoinBoard::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(nodeAt(event->position()));
}

void JoinBoard::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return move(-1);
        case Qt::Key_Right:
            return move(1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return joinWithNext();
        case Qt::Key_Backspace:
            return undo();
        default:
            QWidget::keyPressEvent(event);
    }
}

bool JoinBoard::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        isOurs(static_cast<QKeyEvent*>(event)->key()))  // before shortcuts of the window
        event->accept();
    return QWidget::event(event);
}

}  // namespace momentree::app
