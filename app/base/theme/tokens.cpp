// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/tokens.hpp"

#include <cmath>

namespace momentree::app {
namespace {

const ThemeColors lightColors{
    .window = QColor(0xf4f5f7),
    .panel = QColor(0xffffff),
    .raised = QColor(0xffffff),
    .sunk = QColor(0xeef0f3),
    .field = QColor(0xf5f6f8),
    .fieldEdge = QColor(0xd6dbe2),
    .fieldLine = QColor(0x7c8694),
    .hover = QColor(0xeaedf1),
    .hair = QColor(0xdfe3e8),
    .text = QColor(0x18202b),
    .mutedText = QColor(0x525d6c),
    .disabledText = QColor(0x88919d),
    .link = QColor(0x2457c5),
    .visited = QColor(0x7a3fb0),
    .accent = QColor(0x2457c5),
    .accentHover = QColor(0x1d49a8),
    .accentSoft = QColor(0xe6edfb),
    .onAccent = QColor(0xffffff),
    .success = QColor(0x177245),
    .successSoft = QColor(0xe2f3ea),
    .warning = QColor(0x8a5300),
    .warningSoft = QColor(0xfdf0da),
    .error = QColor(0xb3261e),
    .errorSoft = QColor(0xfce8e6),
    .sceneTop = QColor(0xf3f5f8),
    .sceneBottom = QColor(0xe6eaf0),
    .grid = QColor(0xe6e9ee),
    .axis = QColor(0x7c8694),
    .hatch = QColor(0x727d8c),
    .cursor = QColor(0x18, 0x20, 0x2b, 191),
    .shadow = QColor(20, 30, 45, 26),
    .popupShadow = QColor(20, 30, 45, 36),
    .load = QColor(0xb5326e),
    .glow = QColor(0xff7a00),
    .axes = {{QColor(0xc8453b), QColor(0x3d8f3d), QColor(0x3567c0)}},
    .series = {{QColor(0x1e67d3), QColor(0xad3608), QColor(0x0d805c), QColor(0xa94c83),
                QColor(0x358ab5), QColor(0xb0731a), QColor(0x4e2a8c), QColor(0x39424d)}},
    .seriesLabel = {{QColor(0x1e67d3), QColor(0xad3608), QColor(0x0d7d5a), QColor(0xa94c83),
                     QColor(0x2d759a), QColor(0x976316), QColor(0x4e2a8c), QColor(0x39424d)}},
};

const ThemeColors darkColors{
    .window = QColor(0x16191d),
    .panel = QColor(0x1e2227),
    .raised = QColor(0x272c33),
    .sunk = QColor(0x14171a),
    .field = QColor(0x272c33),
    .fieldEdge = QColor(0x3a414a),
    .fieldLine = QColor(0x7f8a98),
    .hover = QColor(0x2b3138),
    .hair = QColor(0x31373f),
    .text = QColor(0xe8ebef),
    .mutedText = QColor(0xa7b0bc),
    .disabledText = QColor(0x6f7986),
    .link = QColor(0x86abff),
    .visited = QColor(0xc49bff),
    .accent = QColor(0x86abff),
    .accentHover = QColor(0xa5c1ff),
    .accentSoft = QColor(0x263452),
    .onAccent = QColor(0x0e1420),
    .success = QColor(0x5ccb92),
    .successSoft = QColor(0x1d3529),
    .warning = QColor(0xf0b95a),
    .warningSoft = QColor(0x3a2e18),
    .error = QColor(0xff8a80),
    .errorSoft = QColor(0x43211f),
    .sceneTop = QColor(0x252a31),
    .sceneBottom = QColor(0x191c21),
    .grid = QColor(0x2c323a),
    .axis = QColor(0x7f8a98),
    .hatch = QColor(0x7f8a98),
    .cursor = QColor(0xe8, 0xeb, 0xef, 191),
    .shadow = QColor(0, 0, 0, 89),
    .popupShadow = QColor(0, 0, 0, 115),
    .load = QColor(0xe86aa0),
    .glow = QColor(0xff7a00),
    .axes = {{QColor(0xe0685e), QColor(0x6cc06c), QColor(0x7aa2f0)}},
    .series = {{QColor(0x76b0fd), QColor(0xdf794b), QColor(0x45c08f), QColor(0xe07ab1),
                QColor(0x9ddffb), QColor(0xf1be39), QColor(0x856ee4), QColor(0xdddedb)}},
    .seriesLabel = {{QColor(0x76b0fd), QColor(0xdf794b), QColor(0x45c08f), QColor(0xe07ab1),
                     QColor(0x9ddffb), QColor(0xf1be39), QColor(0x8f7ae6), QColor(0xdddedb)}},
};

/// Relative luminance, WCAG 2.1.
double luminance(const QColor& c) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

}  // namespace

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightnessF() < 0.5F; }

const ThemeColors& themeColors(bool dark) { return dark ? darkColors : lightColors; }

SeriesStyle ThemeColors::style(int index) const {
    static const std::array<QList<qreal>, seriesCount> dashes{{{},
                                                               {4, 1.5},
                                                               {1, 1.5},
                                                               {5, 1.5, 1, 1.5},
                                                               {2.5, 1.25},
                                                               {7, 2},
                                                               {1.5, 1, 1.5, 3},
                                                               {0.75, 2}}};
    const auto n = static_cast<std::size_t>(index < 0 ? 0 : index);
    const std::size_t round = n / seriesCount, k = n % seriesCount;
    return {series[k], dashes[(k + round) % seriesCount], round > 0 ? static_cast<int>(k) : -1,
            seriesLabel[k]};
}

QPen SeriesStyle::pen(double width) const {
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
    return pen;
}

QPen SeriesStyle::pen() const { return pen(metric::curveWidth); }

QColor faded(QColor color, double opacity) {
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

QColor mixed(const QColor& a, const QColor& b, float share) {
    return QColor::fromRgbF(a.redF() + share * (b.redF() - a.redF()),
                            a.greenF() + share * (b.greenF() - a.greenF()),
                            a.blueF() + share * (b.blueF() - a.blueF()));
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor inkOn(const QColor& ground) {
    const QColor &black = lightColors.text, &white = lightColors.onAccent;
    return contrastRatio(black, ground) > contrastRatio(white, ground) ? black : white;
}

QFont scaledFont(const QFont& base, double factor) {
    QFont font = base;
    if (base.pointSizeF() > 0.0)
        font.setPointSizeF(base.pointSizeF() * factor);
    else
        font.setPixelSize(static_cast<int>(std::lround(base.pixelSize() * factor)));
    return font;
}

QFont pixelFont(int pixels, const QFont& base) {
    QFont font = base;
    font.setPixelSize(pixels);
    return font;
}

QFont strongFont(QFont base) {
    base.setWeight(QFont::DemiBold);
    return base;
}

QFont textFont(TextSize size, const QFont& base) {
    constexpr double body = 13.0;
    constexpr std::array<double, 6> heights{11.0, body, 15.0, 20.0, 28.0, 34.0};
    QFont font = scaledFont(base, heights[static_cast<std::size_t>(size)] / body);
    if (size < TextSize::Title) return font;
    if (size > TextSize::Title)
        font.setLetterSpacing(QFont::PercentageSpacing, size == TextSize::Heading ? 99.0 : 98.0);
    return strongFont(font);
}

}  // namespace momentree::app
