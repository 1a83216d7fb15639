// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/run_legend.hpp"

#include <QPainter>
#include <algorithm>

#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

constexpr double below = 54.0;  ///< the buttons of the view [pixels]
constexpr double swatch = 20.0, margin = 10.0;
constexpr std::size_t mostLines = 10;
constexpr double mostOfWidth = 0.4;  ///< what a fitted view leaves free at most

double plateWidth(const QStringList& lines, const QFontMetricsF& metrics) {
    double widest = 0.0;
    for (const QString& line : lines) widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest + swatch + 3.0 * margin;
}

}  // namespace

QStringList RunLegend::lines(bool passing) const {
    QStringList lines;
    for (const Entry& entry : entries_) {
        if (static_cast<std::size_t>(lines.size()) == mostLines) break;
        const bool noted = !entry.note.isEmpty() && (entry.solid || passing);
        lines << (noted ? entry.name + "  (" + entry.note + ")" : entry.name);
    }
    return lines;
}

double RunLegend::strip(const QFont& font) const {
    if (entries_.size() < 2) return 0.0;
    return plateWidth(lines(false), QFontMetricsF(font)) + 2.0 * margin;
}

void RunLegend::paint(QPainter& painter, const Sight& sight) {
    if (entries_.size() < 2) return;
    const ThemeColors& colors = themeColors(sight.dark);
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height() + 4.0;
    const QStringList texts = this->lines(true);
    const auto lines = static_cast<std::size_t>(texts.size());
    const bool more = lines < entries_.size();
    const double width =
        std::min(plateWidth(texts, metrics), mostOfWidth * sight.frame.width() - 2.0 * margin);
    const QRectF plate(sight.frame.right() - width - margin, below, width,
                       static_cast<double>(lines + (more ? 1 : 0)) * line + 8.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(haloColor(sight.dark, 200));
    painter.drawRoundedRect(plate, 5, 5);
    QRectF row(plate.left() + margin, plate.top() + 4.0, plate.width() - 2.0 * margin, line);
    for (std::size_t k = 0; k < lines; ++k, row.translate(0.0, line)) {
        const QColor color = colors.style(entries_[k].style).colour;
        const QRectF box(row.left(), row.center().y() - 5.0, swatch, 10.0);
        QColor fill = color;
        fill.setAlphaF(entries_[k].solid ? 1.0F : 0.32F);
        painter.setPen(QPen(color, 1.6));
        painter.setBrush(fill);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(colors.text);
        const QRectF room = row.adjusted(swatch + margin, 0, 0, 0);
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(texts[static_cast<qsizetype>(k)], Qt::ElideRight, room.width()));
    }
    if (!more) return;
    painter.setPen(colors.mutedText);
    painter.drawText(row.adjusted(swatch + margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("and %1 more").arg(entries_.size() - lines));
}

}  // namespace momentree::app
