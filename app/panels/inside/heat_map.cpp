// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/heat_map.hpp"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr int cellWidth = 46, cellHeight = 21, blockGap = 5;
constexpr int fewRows = 12;  // larger matrices: dots without numbers
constexpr int mostDots = 360, largestDot = 9;
constexpr int keyGap = 8, keyHeight = 8, keyText = 16, leastKey = 96;
constexpr double decades = 6.0;

struct Ends {
    QColor below, zero, above;
};
Ends endsOf(bool dark) {
    return dark ? Ends{{0x4d, 0xa3, 0xe8}, {0x2a, 0x2c, 0x30}, {0xf0, 0x8a, 0x3c}}
                : Ends{{0x1f, 0x6f, 0xb5}, {0xfb, 0xfb, 0xfb}, {0xd9, 0x6a, 0x12}};
}

QColor between(const QColor& a, const QColor& b, double t) {
    const auto mix = [t](int x, int y) { return static_cast<int>(std::lround(x + t * (y - x))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// 0 to 1.
double strength(double magnitude, double most, HeatScale scale) {
    if (!(most > 0.0) || !(magnitude > 0.0)) return 0.0;
    const double share = std::min(1.0, magnitude / most);
    if (scale == HeatScale::Linear) return share;
    return std::max(0.04, 1.0 + std::log10(share) / decades);
}

int blocks(Eigen::Index count) { return count == 6 ? blockGap : 0; }

}  // namespace

QColor heatColour(double value, double most, HeatScale scale, bool dark) {
    const Ends ends = endsOf(dark);
    return between(ends.zero, value < 0.0 ? ends.below : ends.above,
                   strength(std::abs(value), most, scale));
}

QString entryText(double value) {
    if (value == 0.0) return QStringLiteral("0");
    if (!std::isfinite(value)) return QString::number(value);
    const double size = std::abs(value);
    QString text = size >= 1e-3 && size < 9999.5 ? QString::number(value, 'g', 3)
                                                 : QString::number(value, 'e', 1);
    if (size >= 999.5 && size < 9999.5) text = QString::number(value, 'f', 0);
    return text.replace('-', QChar(0x2212));
}

HeatMap::HeatMap(Eigen::MatrixXd values) : values_(std::move(values)) {
    if (values_.size() > 0) most_ = values_.cwiseAbs().maxCoeff();
}

bool HeatMap::large() const {
    return values_.cols() > 1 && std::max(values_.rows(), values_.cols()) > fewRows;
}

HeatMap::Index HeatMap::pooled() const {
    return (std::max(values_.rows(), values_.cols()) + mostDots - 1) / mostDots;
}

QRect HeatMap::cell(Index row, Index column) const {
    if (large()) {
        const Index most = (std::max(values_.rows(), values_.cols()) + pooled() - 1) / pooled();
        const int side = std::clamp(mostDots / static_cast<int>(most), 1, largestDot);
        return {static_cast<int>(column / pooled()) * side, static_cast<int>(row / pooled()) * side,
                side, side};
    }
    const auto c = static_cast<int>(column), r = static_cast<int>(row);
    return {c * cellWidth + (column >= 3 ? blocks(values_.cols()) : 0),
            r * cellHeight + (row >= 3 ? blocks(values_.rows()) : 0), cellWidth, cellHeight};
}

QRect HeatMap::cells() const {
    return {QPoint(), cell(values_.rows() - 1, values_.cols() - 1).bottomRight()};
}

QSize HeatMap::size() const {
    if (values_.size() == 0) return {};
    return {std::max(cells().width(), leastKey), cells().height() + keyGap + keyHeight + keyText};
}

void HeatMap::paint(QPainter& painter, QPoint at, HeatScale scale, bool dark) const {
    if (values_.size() == 0) return;
    painter.save();
    painter.translate(at);
    painter.setFont(textFont(TextSize::Caption, painter.font()));
    large() ? paintDots(painter, scale, dark) : paintCells(painter, scale, dark);
    paintKey(painter, {0, cells().height() + keyGap}, scale, dark);
    painter.restore();
}

void HeatMap::paintCells(QPainter& painter, HeatScale scale, bool dark) const {
    for (Index r = 0; r < values_.rows(); ++r)
        for (Index c = 0; c < values_.cols(); ++c) {
            const QRect place = cell(r, c);
            const QColor ground = heatColour(values_(r, c), most_, scale, dark);
            painter.fillRect(place.adjusted(0, 0, -1, -1), ground);
            painter.setPen(values_(r, c) == 0.0 ? themeColors(dark).mutedText : inkOn(ground));
            painter.drawText(place.adjusted(0, 0, -3, 0), Qt::AlignRight | Qt::AlignVCenter,
                             entryText(values_(r, c)));
        }
}

void HeatMap::paintDots(QPainter& painter, HeatScale scale, bool dark) const {
    const Index step = pooled();
    QImage dots(static_cast<int>((values_.cols() + step - 1) / step),
                static_cast<int>((values_.rows() + step - 1) / step), QImage::Format_RGB32);
    for (int y = 0; y < dots.height(); ++y)
        for (int x = 0; x < dots.width(); ++x) {
            const Index r = y * step, c = x * step;
            const auto block = values_.block(r, c, std::min(step, values_.rows() - r),
                                             std::min(step, values_.cols() - c));
            Index row = 0, column = 0;
            block.cwiseAbs().maxCoeff(&row, &column);
            dots.setPixelColor(x, y, heatColour(block(row, column), most_, scale, dark));
        }
    painter.drawImage(cells(), dots);
    painter.setPen(themeColors(dark).grid);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cells());
}

void HeatMap::paintKey(QPainter& painter, QPoint at, HeatScale scale, bool dark) const {
    const int width = std::clamp(cell(0, values_.cols() - 1).right() + 1, leastKey, 220);
    for (int x = 0; x < width; ++x) {
        const double value = (2.0 * x / (width - 1) - 1.0) * most_;
        // The key is logarithmic like the colours.
        const QColor colour = scale == HeatScale::Linear
                                  ? heatColour(value, most_, scale, dark)
                                  : heatColour(value, most_, HeatScale::Linear, dark);
        painter.fillRect(QRect(at.x() + x, at.y(), 1, keyHeight), colour);
    }
    painter.setPen(themeColors(dark).mutedText);
    const QRect line(at.x(), at.y() + keyHeight, width, keyText);
    const QString end = entryText(most_);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom, QChar(0x2212) + end);
    painter.drawText(line, Qt::AlignHCenter | Qt::AlignBottom, QStringLiteral("0"));
    painter.drawText(line, Qt::AlignRight | Qt::AlignBottom, QStringLiteral("+") + end);
}

QPoint HeatMap::cellAt(QPoint at) const {
    for (Index r = 0; r < values_.rows(); r += large() ? pooled() : 1)
        for (Index c = 0; c < values_.cols(); c += large() ? pooled() : 1)
            if (cell(r, c).contains(at)) return {static_cast<int>(r), static_cast<int>(c)};
    return {-1, -1};
}

}  // namespace momentree::app
