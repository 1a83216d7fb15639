// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_overlay.hpp"

#include <qcustomplot.h>

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr int padding = 7, gapBeside = 12, overlaySwatch = 16, columnGap = 8;
constexpr double markRadius = 3.0, flagSize = 15.0;
constexpr double pale = 0.62;  ///< opacity of the veil over what follows the current time

}  // namespace

PlotOverlay::PlotOverlay(QCustomPlot* plot) : QWidget(plot), plot_(plot) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    plot->installEventFilter(this);
    resize(plot->size());
}

bool PlotOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::Resize) resize(plot_->size());
    return false;
}

void PlotOverlay::setShownTime(std::optional<double> seconds) {
    if (shown_ == seconds) return;
    shown_ = seconds;
    update();
}

void PlotOverlay::setMarks(std::vector<Mark> marks) {
    if (marks_ == marks) return;
    marks_ = std::move(marks);
    update();
}

void PlotOverlay::setPaleAfter(bool on) {
    if (paleAfter_ == on) return;
    paleAfter_ = on;
    update();
}

void PlotOverlay::setReadOut(std::optional<ReadOutBox> box) {
    if (!readOut_ && !box) return;
    readOut_ = std::move(box);
    update();
}

void PlotOverlay::setCursors(std::optional<std::array<double, 2>> times) {
    cursors_ = times;
    update();
}

std::optional<int> PlotOverlay::cursorAt(double x, double reach) const {
    if (!cursors_) return std::nullopt;
    const auto distance = [&](std::size_t k) {
        return std::abs(x - plot_->xAxis->coordToPixel((*cursors_)[k]));
    };
    const int nearer = distance(1) < distance(0) ? 1 : 0;
    if (distance(static_cast<std::size_t>(nearer)) > reach) return std::nullopt;
    return nearer;
}

void PlotOverlay::setZoomBox(std::optional<QRect> box) {
    zoomBox_ = box;
    update();
}

std::optional<double> PlotOverlay::distanceToTimeLine(double x) const {
    if (!shown_) return std::nullopt;
    const double line = plot_->xAxis->coordToPixel(*shown_);
    const QRect area = plot_->axisRect()->rect();
    if (line < area.left() - 1 || line > area.right() + 2) return std::nullopt;
    return std::abs(x - line);
}

void PlotOverlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(plotFont());
    if (cursors_) drawCursors(painter);
    drawTimeLine(painter);
    if (readOut_) drawReadOut(painter);
    if (zoomBox_) {
        const QColor colour = themeColors(isDark(palette())).accent;
        QColor fill = colour;
        fill.setAlpha(40);
        painter.setPen(QPen(colour, 1.0));
        painter.setBrush(fill);
        painter.drawRect(QRectF(*zoomBox_).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void PlotOverlay::drawTimeLine(QPainter& painter) const {
    if (!shown_ || !distanceToTimeLine(0.0)) return;
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QRect area = plot_->axisRect()->rect();
    const double x = std::round(plot_->xAxis->coordToPixel(*shown_)) + 0.5;
    if (paleAfter_)
        painter.fillRect(QRectF(x, area.top(), area.right() + 1 - x, area.height()),
                         faded(colors.panel, pale));
    painter.setPen(QPen(colors.cursor, 1.25));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 1));
    for (const Mark& mark : marks_)
        drawDot(painter, {x, plot_->yAxis->coordToPixel(mark.value)}, mark.colour);
}

void PlotOverlay::drawDot(QPainter& painter, QPointF at, const QColor& colour) const {
    const QRect area = plot_->axisRect()->rect();
    if (!(at.y() >= area.top() && at.y() <= area.bottom() + 1)) return;
    painter.setPen(QPen(themeColors(isDark(palette())).panel, 1.5));
    painter.setBrush(colour);
    painter.drawEllipse(at, markRadius + 1.0, markRadius + 1.0);
}

void PlotOverlay::drawCursors(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QRect area = plot_->axisRect()->rect();
    const auto pixel = [&](double time) {
        return std::round(plot_->xAxis->coordToPixel(time)) + 0.5;
    };
    const double left =
        std::max<double>(std::min(pixel((*cursors_)[0]), pixel((*cursors_)[1])), area.left());
    const double right =
        std::min<double>(std::max(pixel((*cursors_)[0]), pixel((*cursors_)[1])), area.right() + 1);
    if (right > left) {
        QColor fill = colors.accent;
        fill.setAlpha(22);
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), fill);
    }
    for (std::size_t k = 0; k < 2; ++k) {
        const double x = pixel((*cursors_)[k]);
        if (x < area.left() - 1 || x > area.right() + 2) continue;
        painter.setPen(QPen(colors.accent, 1.0));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 1));
        const QRectF flag(x - flagSize / 2, area.bottom() + 1.0 - flagSize, flagSize, flagSize);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.accent);
        painter.drawRoundedRect(flag, 3, 3);
        painter.setPen(colors.panel);
        painter.drawText(flag, Qt::AlignCenter, k == 0 ? QStringLiteral("A") : QStringLiteral("B"));
    }
}

void PlotOverlay::drawReadOut(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QRect area = plot_->axisRect()->rect();
    const double x = std::round(plot_->xAxis->coordToPixel(readOut_->time)) + 0.5;
    if (x < area.left() - 1 || x > area.right() + 2) return;
    painter.setPen(QPen(colors.axis, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    for (const ReadOutBox::Line& line : readOut_->lines) {
        if (!line.at) continue;
        drawDot(painter, {x, plot_->yAxis->coordToPixel(*line.at)}, line.style.colour);
    }
    if (!readOut_->title.isEmpty()) drawBox(painter, x);
}

void PlotOverlay::drawBox(QPainter& painter, double x) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QFontMetrics metrics(painter.font());
    const int rowHeight = metrics.height() + 2;
    int names = 0, values = 0;
    for (const ReadOutBox::Line& line : readOut_->lines) {
        names = std::max(names, metrics.horizontalAdvance(line.name));
        values = std::max(values, metrics.horizontalAdvance(line.value));
    }
    const int title = metrics.horizontalAdvance(readOut_->title);
    const int inner =
        readOut_->beside
            ? title
            : std::max(overlaySwatch + columnGap + names + 2 * columnGap + values, title);
    const int rows = readOut_->beside ? 1 : static_cast<int>(readOut_->lines.size()) + 1;
    QRect box(0, 0, inner + 2 * padding, rows * rowHeight + 2 * padding - 2);
    const QRect area = plot_->axisRect()->rect();
    const bool right = x + gapBeside + box.width() <= area.right();
    box.moveTopLeft(QPoint(static_cast<int>(x) + (right ? gapBeside : -gapBeside - box.width()),
                           area.top() + 6));
    box.moveLeft(std::max(box.left(), 2));
    QColor ground = palette().color(QPalette::ToolTipBase);
    ground.setAlpha(240);
    painter.setPen(QPen(colors.grid, 1.0));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), metric::fieldRadius,
                            metric::fieldRadius);
    QRect row(box.left() + padding, box.top() + padding - 1, inner, rowHeight);
    painter.setPen(colors.mutedText);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, readOut_->title);
    if (readOut_->beside) return;
    for (const ReadOutBox::Line& line : readOut_->lines) {
        row.translate(0, rowHeight);
        painter.setPen(line.style.pen());
        const double y = row.center().y() + 0.5;
        painter.drawLine(QPointF(row.left(), y), QPointF(row.left() + overlaySwatch, y));
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.drawText(row.adjusted(overlaySwatch + columnGap, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, line.value);
    }
}

}  // namespace momentree::app
