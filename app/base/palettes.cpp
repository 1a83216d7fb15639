// SPDX-License-Identifier: GPL-3.0-or-later
#include <QGuiApplication>
#include <cmath>

#include "app/base/theme.hpp"

namespace momentree::app {
namespace {

/// The base colours of a palette.
struct Tones {
    QRgb window, base, alternate, button, text, buttonText, disabled, placeholder;
    QRgb highlight, disabledHighlight, link, visited, tip, tipText;
    QRgb light, midlight, mid, dark, shadow;
};

constexpr Tones lightTones{0xf4f5f7, 0xffffff, 0xf6f8fa, 0xfbfbfc, 0x1f2328, 0x1f2328, 0x8b919c,
                           0x5b6270, 0x2f6fde, 0xc3c8d0, 0x1a5fd0, 0x7a3fb0, 0xffffff, 0x1f2328,
                           0xffffff, 0xf0f1f3, 0xb4b9c2, 0x9aa0ab, 0x6c727d};

constexpr Tones darkTones{0x2d2e31, 0x1e1f22, 0x26272a, 0x35363a, 0xe1e1e1, 0xe1e1e1, 0x787878,
                          0xa3a7ae, 0x2f6ae0, 0x45484e, 0x6aa0ff, 0xc49bff, 0x3c3e42, 0xececec,
                          0x3c3e42, 0x38393d, 0x2a2b2e, 0x1a1b1d, 0x000000};

QPalette paletteOf(const Tones& t) {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, QRgb rgb) { p.setColor(role, QColor(rgb)); };
    set(QPalette::Window, t.window);
    set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.base);
    set(QPalette::AlternateBase, t.alternate);
    set(QPalette::Text, t.text);
    set(QPalette::Button, t.button);
    set(QPalette::ButtonText, t.buttonText);
    set(QPalette::BrightText, 0xffffff);
    set(QPalette::Highlight, t.highlight);
    set(QPalette::HighlightedText, 0xffffff);
    set(QPalette::Link, t.link);
    set(QPalette::LinkVisited, t.visited);
    set(QPalette::ToolTipBase, t.tip);
    set(QPalette::ToolTipText, t.tipText);
    set(QPalette::PlaceholderText, t.placeholder);
    set(QPalette::Light, t.light);
    set(QPalette::Midlight, t.midlight);
    set(QPalette::Mid, t.mid);
    set(QPalette::Dark, t.dark);
    set(QPalette::Shadow, t.shadow);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, QColor(t.disabled));
    p.setColor(QPalette::Disabled, QPalette::Highlight, QColor(t.disabledHighlight));
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(t.disabled));
    p.setColor(QPalette::Disabled, QPalette::Base, QColor(t.window));
    return p;
}

const ThemeColors lightColors{
    .background = QColor(0xffffff),
    .text = QColor(0x1f2328),
    .mutedText = QColor(0x5b6270),
    .grid = QColor(0xdfe3e8),
    .subGrid = QColor(0xf0f2f5),
    .axis = QColor(0x7d8490),
    .cursor = QColor(0xd0006f),
    .crosshair = QColor(0x8a909b),
    .selection = QColor(0x2f6fde),
    .info = QColor(0x1a5fd0),
    .warning = QColor(0x9a6200),
    .error = QColor(0xc62828),
    .success = QColor(0x1b7f3b),
    .series = {{QColor(0x1e67d3), QColor(0xad3608), QColor(0x0d805c), QColor(0xa94c83),
                QColor(0x358ab5), QColor(0xb0731a), QColor(0x4e2a8c), QColor(0x39424d)}},
};

const ThemeColors darkColors{
    .background = QColor(0x1e1f22),
    .text = QColor(0xe1e1e1),
    .mutedText = QColor(0xa3a7ae),
    .grid = QColor(0x35373c),
    .subGrid = QColor(0x27292d),
    .axis = QColor(0x7a7d84),
    .cursor = QColor(0xff5fae),
    .crosshair = QColor(0x7a7d84),
    .selection = QColor(0x6aa0ff),
    .info = QColor(0x6aa0ff),
    .warning = QColor(0xf0b429),
    .error = QColor(0xff6b6b),
    .success = QColor(0x4fc97a),
    .series = {{QColor(0x76b0fd), QColor(0xdf794b), QColor(0x45c08f), QColor(0xe07ab1),
                QColor(0x9ddffb), QColor(0xf1be39), QColor(0x856ee4), QColor(0xdddedb)}},
};

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

}  // namespace

QPalette lightPalette() { return paletteOf(lightTones); }
QPalette darkPalette() { return paletteOf(darkTones); }

const ThemeColors& themeColors(bool dark) { return dark ? darkColors : lightColors; }

SeriesStyle ThemeColors::style(int index) const {
    static const std::array<QList<qreal>, seriesCount> dashes{
        {{}, {8, 3}, {2, 3}, {10, 3, 2, 3}, {5, 2.5}, {14, 4}, {3, 2, 3, 6}, {1.5, 4}}};
    const auto n = static_cast<std::size_t>(index < 0 ? 0 : index);
    const std::size_t round = n / seriesCount, k = n % seriesCount;
    return {series[k], dashes[(k + round) % seriesCount], round > 0 ? static_cast<int>(k) : -1};
}

QPen SeriesStyle::pen() const {
    // QCustomPlot treats a width of exactly 1 as one device pixel, however small.
    QPen pen(colour, qGuiApp->devicePixelRatio() > 1.0 ? 1.01 : 1.0);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
    return pen;
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace momentree::app
