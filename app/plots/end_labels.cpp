// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/end_labels.hpp"

#include <algorithm>
#include <cmath>

#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double beforeLeader = 2.0;  ///< from the drawing area [px]
constexpr double leader = 7.0, besideLeader = 4.0, besideName = 8.0, rightEdge = 4.0;

}  // namespace

std::vector<double> pushedApart(std::vector<double> wanted, double gap, double low, double high) {
    const std::size_t count = wanted.size();
    if (count == 0) return wanted;
    if (count > 1) gap = std::min(gap, (high - low) / static_cast<double>(count - 1));
    // Labels that touch form a group, which lies where its members want to be on average.
    struct Group {
        double first = 0.0;  ///< place of its first label
        std::size_t size = 1;
        double end(double step) const { return first + static_cast<double>(size - 1) * step; }
    };
    const auto within = [&](Group group) {
        const double length = group.end(gap) - group.first;
        group.first = std::clamp(group.first, low, std::max(low, high - length));
        return group;
    };
    std::vector<Group> groups;
    for (const double place : wanted) {
        groups.push_back(within({place, 1}));
        while (groups.size() > 1) {
            const Group last = groups.back();
            Group& before = groups[groups.size() - 2];
            if (before.end(gap) + gap <= last.first) break;
            const auto a = static_cast<double>(before.size), b = static_cast<double>(last.size);
            const double shifted = last.first - a * gap;
            before = within({(a * before.first + b * shifted) / (a + b), before.size + last.size});
            groups.pop_back();
        }
    }
    std::vector<double> placed;
    placed.reserve(count);
    for (const Group& group : groups)
        for (std::size_t k = 0; k < group.size; ++k)
            placed.push_back(group.first + static_cast<double>(k) * gap);
    return placed;
}

EndLabels::EndLabels(QCustomPlot* plot) : QCPAbstractItem(plot), font_(plotFont()) {
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("overlay"));
}

void EndLabels::setLabels(std::vector<Label> labels) { labels_ = std::move(labels); }

void EndLabels::setValues(const QStringList& values) {
    bool same = true;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
        const QString value = values.value(static_cast<qsizetype>(k));
        same = same && labels_[k].value == value;
        labels_[k].value = value;
    }
    if (!same && drawn_) layer()->replot();  // a layer has no buffer before the first drawing
}

double EndLabels::gap() const {
    return std::max<double>(metric::labelGap, QFontMetricsF(font_).height() + 1.0);
}

void EndLabels::setFont(const QFont& font) { font_ = font; }

double EndLabels::room(const QStringList& names, const QString& longestValue) const {
    const QFontMetricsF metrics(strongFont(font_));
    double widest = 0.0;
    for (const QString& name : names) widest = std::max(widest, metrics.horizontalAdvance(name));
    const double value = QFontMetricsF(font_).horizontalAdvance(longestValue);
    // From the edge of the drawing area, in whole pixels.
    return std::ceil(beforeLeader + leader + besideLeader + widest +
                     (widest > 0.0 ? besideName : 0.0) + value + rightEdge) +
           1.0;
}

double EndLabels::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void EndLabels::draw(QCPPainter* painter) {
    drawn_ = true;
    if (labels_.empty()) return;
    const QRect area = parentPlot()->axisRect()->rect();
    const double gap = this->gap();
    std::vector<const Label*> order;
    for (const Label& label : labels_) order.push_back(&label);
    std::ranges::stable_sort(order, {}, &Label::end);
    std::vector<double> wanted;
    wanted.reserve(order.size());
    for (const Label* label : order)
        wanted.push_back(std::clamp<double>(label->end, area.top(), area.bottom()));
    const std::vector<double> placed = pushedApart(wanted, gap, area.top() + 2.0, area.bottom());
    const double left = area.right() + beforeLeader, text = left + leader + besideLeader;
    const double right = parentPlot()->viewport().right() - rightEdge;
    painter->setAntialiasing(true);
    for (std::size_t k = 0; k < order.size(); ++k) {
        const Label& label = *order[k];
        painter->setPen(QPen(label.colour, 1.0));
        painter->drawLine(QPointF(left, wanted[k]), QPointF(left + leader, placed[k]));
        const QRectF row(text, placed[k] - 0.5 * gap, std::max(0.0, right - text), gap);
        const QFontMetricsF strong(strongFont(font_));
        double taken = 0.0;
        if (!label.name.isEmpty()) {
            const double value = QFontMetricsF(font_).horizontalAdvance(label.value);
            const double rest = row.width() - (value > 0.0 ? value + besideName : 0.0);
            const QString name = strong.elidedText(label.name, Qt::ElideMiddle, rest);
            painter->setFont(strongFont(font_));
            painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter, name);
            taken = strong.horizontalAdvance(name) + besideName;
        }
        painter->setFont(label.name.isEmpty() ? strongFont(font_) : font_);
        painter->drawText(row.adjusted(taken, 0.0, 0.0, 0.0), Qt::AlignLeft | Qt::AlignVCenter,
                          label.value);
    }
}

}  // namespace momentree::app
