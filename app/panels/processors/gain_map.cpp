// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/processors/gain_map.hpp"

#include <QPainter>
#include <algorithm>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double left = 100.0, top = 24.0, bottom = 22.0, mostCell = 96.0;

}  // namespace

GainMap::GainMap(QWidget* parent) : QWidget(parent) {
    setObjectName("gainMap");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Gain over the recursion"));
}

const std::vector<int>& GainMap::links() {
    static const std::vector<int> all{4, 8, 16, 32, 64, 128};
    return all;
}
const std::vector<int>& GainMap::hands() {
    static const std::vector<int> all{1, 2, 4, 8, 16};
    return all;
}

double GainMap::gain(int row, int column) const {
    const auto at =
        static_cast<std::size_t>(row) * links().size() + static_cast<std::size_t>(column);
    return at < gains_.size() ? gains_[at] : 0.0;
}

void GainMap::show(const JoinCosts& costs, double bodyByBody) {
    gains_.clear();
    QStringList words;
    for (const int processors : hands()) {
        int from = 0;
        for (const int bodies : links()) {
            gains_.push_back(gainOverRecursion(bodies, processors, costs, bodyByBody));
            if (from == 0 && gains_.back() > 1.0) from = bodies;
        }
        words << (from > 0 ? tr("%1 processors: faster from %2 links.").arg(processors).arg(from)
                           : tr("%1 processors: never faster.").arg(processors));
    }
    setAccessibleDescription(words.join(' '));
    update();
}

void GainMap::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto columns = static_cast<int>(links().size()), rows = static_cast<int>(hands().size());
    const double wide = std::min(mostCell, (width() - left - 8.0) / columns);
    const double high = std::min(34.0, (height() - top - bottom) / rows);
    painter.setPen(colors.mutedText);
    for (int c = 0; c < columns; ++c)
        painter.drawText(QRectF(left + c * wide, 0, wide, top - 4), Qt::AlignCenter,
                         c == 0 ? tr("%1 links").arg(links()[0])
                                : QString::number(links()[static_cast<std::size_t>(c)]));
    for (int r = 0; r < rows; ++r) {
        const int processors = hands()[static_cast<std::size_t>(r)];
        painter.setFont(font());
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(0, top + r * high, left - 8, high),
                         Qt::AlignRight | Qt::AlignVCenter,
                         processors == 1 ? tr("1 processor") : tr("%1 processors").arg(processors));
        for (int c = 0; c < columns; ++c) {
            const QRectF cell(left + c * wide + 1, top + r * high + 1, wide - 2, high - 2);
            const bool faster = gain(r, c) > 1.0;
            painter.setPen(Qt::NoPen);
            painter.setBrush(faster ? colors.successSoft : colors.sunk);
            painter.drawRoundedRect(cell, 4.0, 4.0);
            painter.setPen(faster ? colors.success : colors.mutedText);
            painter.setFont(faster ? strongFont(font()) : font());
            painter.drawText(cell, Qt::AlignCenter,
                             gains_.empty() ? QString() : QLocale().toString(gain(r, c), 'f', 2));
        }
    }
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(0, top + rows * high + 2, width(), bottom - 2),
                     Qt::AlignRight | Qt::AlignVCenter,
                     tr("times as fast as the recursion on one processor"));
}

}  // namespace momentree::app
