// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the whole program: palettes, style and the colours that plots and overlays draw with.
#pragma once

#include <QColor>
#include <QGuiApplication>
#include <QList>
#include <QObject>
#include <QPalette>
#include <QPen>
#include <array>

class QApplication;

namespace momentree::app {

enum class ThemeChoice { System, Light, Dark };

/// Fusion with our own light or dark palette. `System` takes the lightness of the desktop's palette
/// at the time of the call. Open widgets follow at once.
void applyTheme(QApplication& application, ThemeChoice choice);

/// Whether text is light on dark in this palette.
bool isDark(const QPalette& palette = QGuiApplication::palette());

QPalette lightPalette();
QPalette darkPalette();

/// Colour and dash pattern of one curve. Either is enough to distinguish curves.
struct SeriesStyle {
    QColor colour;
    QList<qreal> dashes;  ///< in pen widths, empty: solid
    QPen pen() const;     ///< one device-independent pixel wide: wider pens are slow to draw
};

/// Colours of plots and overlays in addition to the palette.
struct ThemeColors {
    QColor background;  ///< of the drawing area
    QColor text, mutedText;
    QColor grid, subGrid, axis;
    QColor cursor;     ///< the shown time
    QColor crosshair;  ///< at the mouse
    QColor selection;
    QColor info, warning, error, success;
    std::array<QColor, 8> series;  ///< Okabe-Ito, adapted to the background
    /// Style of the n-th curve: the colours come round again with other dashes.
    SeriesStyle style(int index) const;
};
const ThemeColors& themeColors(bool dark = isDark());

/// Contrast ratio of WCAG 2.1, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Tells those who are not widgets (widgets get QEvent::PaletteChange) that the theme has changed.
class ThemeWatcher final : public QObject {
    Q_OBJECT
public:
    explicit ThemeWatcher(QObject* parent = nullptr);
    bool eventFilter(QObject* watched, QEvent* event) override;
signals:
    void changed();
};

}  // namespace momentree::app
