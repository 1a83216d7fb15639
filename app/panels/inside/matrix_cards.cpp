// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/matrix_cards.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr int cardMargin = 8, titleHeight = 22, gap = 10;
constexpr qreal paleness = 0.35;

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

MatrixCards::MatrixCards(QWidget* parent) : QWidget(parent) {
    setObjectName("matrixCards");
    setAccessibleName(tr("Matrices of the node"));
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void MatrixCards::setResults(const std::vector<TracedResult>& results) {
    cards_.clear();
    for (const TracedResult& result : results)
        cards_.push_back({fromView(result.symbol), HeatMap(result.value), {}});
    setMinimumHeight(layOut(cards_, width()));
    update();
}

void MatrixCards::setCurrent(int result) {
    current_ = result;
    if (current_ >= 0 && current_ < count()) {
        const Card& card = cards_[static_cast<std::size_t>(current_)];
        setAccessibleDescription(tr("%1, %2 by %3")
                                     .arg(card.symbol)
                                     .arg(card.map.values().rows())
                                     .arg(card.map.values().cols()));
        Q_EMIT currentMoved(card.place);
    }
    update();
}

void MatrixCards::setScale(HeatScale scale) {
    scale_ = scale;
    update();
}

int MatrixCards::layOut(std::vector<Card>& cards, int width) {
    int x = gap, y = gap, rowHeight = 0;
    for (Card& card : cards) {
        const QSize inner = card.map.size();
        const QSize size(inner.width() + 2 * cardMargin, inner.height() + titleHeight + cardMargin);
        if (x > gap && x + size.width() + gap > width) {
            x = gap;
            y += rowHeight + gap;
            rowHeight = 0;
        }
        card.place = {QPoint(x, y), size};
        x += size.width() + gap;
        rowHeight = std::max(rowHeight, size.height());
    }
    return y + rowHeight + gap;
}

int MatrixCards::heightForWidth(int width) const {
    std::vector<Card> cards = cards_;
    return layOut(cards, width);
}

void MatrixCards::resizeEvent(QResizeEvent* /*event*/) {
    setMinimumHeight(layOut(cards_, width()));
}

void MatrixCards::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool dark = isDark(palette());
    const ThemeColors& colors = themeColors(dark);
    for (int k = 0; k < count(); ++k) {
        const Card& card = cards_[static_cast<std::size_t>(k)];
        if (!card.place.intersects(event->rect())) continue;
        painter.setOpacity(k > current_ ? paleness : 1.0);
        painter.setPen(k == current_ ? QPen(palette().color(QPalette::Highlight), 2)
                                     : QPen(colors.grid, 1));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRoundedRect(QRectF(card.place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(palette().color(QPalette::Text));
        const QRect title = card.place.adjusted(cardMargin, 3, -cardMargin, 0);
        painter.drawText(title, Qt::AlignLeft | Qt::AlignTop, card.symbol);
        painter.setFont(font());
        painter.setPen(colors.mutedText);
        painter.drawText(
            title, Qt::AlignRight | Qt::AlignTop,
            QStringLiteral("%1 × %2").arg(card.map.values().rows()).arg(card.map.values().cols()));
        painter.setRenderHint(QPainter::Antialiasing, false);
        card.map.paint(painter, card.place.topLeft() + QPoint(cardMargin, titleHeight), scale_,
                       dark);
        painter.setRenderHint(QPainter::Antialiasing);
    }
}

int MatrixCards::cardAt(QPoint at) const {
    for (int k = 0; k < count(); ++k)
        if (cards_[static_cast<std::size_t>(k)].place.contains(at)) return k;
    return -1;
}

void MatrixCards::mousePressEvent(QMouseEvent* event) {
    if (const int card = cardAt(event->pos()); card >= 0) Q_EMIT chosen(card);
}

QString MatrixCards::tipAt(QPoint at) const {
    const int k = cardAt(at);
    if (k < 0) return {};
    const Card& card = cards_[static_cast<std::size_t>(k)];
    const QPoint cell =
        card.map.cellAt(at - card.place.topLeft() - QPoint(cardMargin, titleHeight));
    if (cell.x() < 0) return {};
    return tr("%1, row %2, column %3: %4")
        .arg(card.symbol)
        .arg(cell.x() + 1)
        .arg(cell.y() + 1)
        .arg(QString::number(card.map.values()(cell.x(), cell.y()), 'g', 12));
}

bool MatrixCards::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

}  // namespace momentree::app
