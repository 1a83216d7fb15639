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

}  // namespace

void RunLegend::paint(QPainter& painter, const Sight& sight) {
    if (entries_.size() < 2) return;
    const ThemeColors& colors = themeColors(sight.dark);
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height() + 4.0;
    const std::size_t lines = std::min(entries_.size(), mostLines);
    const bool more = lines < entries_.size();
    std::vector<QString> texts;
    double width = 0.0;
    for (std::size_t k = 0; k < lines; ++k) {
        const Entry& entry = entries_[k];
        texts.push_back(entry.note.isEmpty() ? entry.name : entry.name + "  (" + entry.note + ")");
        width = std::max(width, metrics.horizontalAdvance(texts.back()));
    }
    width = std::min(width + swatch + 3.0 * margin, 0.7 * sight.frame.width());
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
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(texts[k], Qt::ElideRight, room.width()));
    }
    if (!more) return;
    painter.setPen(colors.mutedText);
    painter.drawText(row.adjusted(swatch + margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("and %1 more").arg(entries_.size() - lines));
}

}  // namespace momentree::app
