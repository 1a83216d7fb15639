// SPDX-License-Identifier: GPL-3.0-or-later
// The appearance of the program: palettes, style and the colours of plots and overlays.
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

/// Sets Fusion with the light or dark palette of this file. `System` follows the desktop's palette
/// at the time of the call. Open widgets are updated immediately.
void applyTheme(QApplication& application, ThemeChoice choice);

/// Whether this palette shows light text on dark.
bool isDark(const QPalette& palette = QGuiApplication::palette());

QPalette lightPalette();
QPalette darkPalette();

/// Colour, dash pattern and marker of a curve. Each suffices to distinguish curves.
struct SeriesStyle {
    QColor colour;
    QList<qreal> dashes;  ///< in pen widths, empty: solid
    int marker = -1;      ///< shape of sparse marks on the curve, below `seriesCount`; -1: none
    QPen pen() const;     ///< one device-independent pixel wide, because wider pens are slow
};

/// Number of colours, dash patterns and markers of curves.
inline constexpr std::size_t seriesCount = 8;

/// Colours of plots and overlays in addition to the palette.
struct ThemeColors {
    QColor background;  ///< of the drawing area
    QColor text, mutedText;
    QColor grid, subGrid, axis;
    QColor cursor;     ///< the current time
    QColor crosshair;  ///< at the mouse position
    QColor selection;
    QColor info, warning, error, success;
    /// Any two differ clearly, also with deuteranopia and protanopia.
    std::array<QColor, seriesCount> series;
    /// Style of the n-th run or curve: colours repeat with other dash patterns and a marker.
    SeriesStyle style(int index) const;
};
const ThemeColors& themeColors(bool dark = isDark());

/// Contrast ratio according to WCAG 2.1, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Notifies objects that are not widgets of a theme change (widgets get QEvent::PaletteChange).
class ThemeWatcher final : public QObject {
    Q_OBJECT
public:
    explicit ThemeWatcher(QObject* parent = nullptr);
    bool eventFilter(QObject* watched, QEvent* event) override;
signals:
    void changed();
};

}  // namespace momentree::app
