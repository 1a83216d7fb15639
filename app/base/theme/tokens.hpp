// SPDX-License-Identifier: GPL-3.0-or-later
// All colours, sizes and fonts of the window. No other file of app/ states a colour or a font size;
// those of the 3-D picture are in render/theme.
#pragma once

#include <QColor>
#include <QFont>
#include <QGuiApplication>
#include <QList>
#include <QPalette>
#include <QPen>
#include <array>

namespace momentree::app {

/// Colour, dash pattern and marker of a curve. Each suffices to distinguish curves.
struct SeriesStyle {
    QColor colour;
    QList<qreal> dashes;  ///< in pen widths, empty: solid
    int marker = -1;      ///< shape of sparse marks on the curve, below `seriesCount`; -1: none
    QColor label;         ///< of text in the colour of the curve
    /// @param width [px]
    QPen pen(double width) const;
    QPen pen() const;  ///< `curveWidth` wide
};

/// Number of colours, dash patterns and markers of curves.
inline constexpr std::size_t seriesCount = 8;

/// The colours of one theme. Ratios are contrasts according to WCAG 2.1.
struct ThemeColors {
    QColor window;               ///< behind panels
    QColor panel, raised, sunk;  ///< panels and plots; buttons and popups; troughs
    QColor field, fieldEdge;     ///< fields and their borders
    QColor fieldLine;            ///< lower edge of fields and buttons, 3:1
    QColor hover;                ///< below the mouse
    QColor hair;                 ///< separates, never the only sign of a control
    QColor text, mutedText, disabledText;
    QColor link, visited;
    QColor accent, accentHover, accentSoft;  ///< selected, focused, driven or traced
    QColor onAccent;                         ///< text on `accent`
    QColor success, successSoft, warning, warningSoft, error, errorSoft;  ///< text on its ground
    QColor sceneTop, sceneBottom;
    QColor grid, axis;  ///< of plots
    QColor hatch;       ///< of ground symbols, dotted lines
    QColor cursor;      ///< the current time
    QColor shadow, popupShadow;
    QColor load;                 ///< forces and torques on drawings
    QColor glow;                 ///< of joints that hold more than needed
    std::array<QColor, 3> axes;  ///< x, y, z
    /// Any two differ clearly, also with deuteranopia and protanopia.
    std::array<QColor, seriesCount> series;
    std::array<QColor, seriesCount> seriesLabel;  ///< text in these colours, 4.5:1
    /// Style of the n-th run or curve: colours repeat with other dash patterns and a marker.
    SeriesStyle style(int index) const;
};

/// Whether this palette shows light text on dark.
bool isDark(const QPalette& palette = QGuiApplication::palette());

const ThemeColors& themeColors(bool dark = isDark());

/// `color` with this opacity, 0 to 1.
QColor faded(QColor color, double opacity);

/// A share of `b` in `a`, 0 to 1.
QColor mixed(const QColor& a, const QColor& b, float share);

/// Contrast ratio according to WCAG 2.1, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Whichever of near-black and near-white can be read better on `ground`.
QColor inkOn(const QColor& ground);

/// Lengths in device-independent pixels.
namespace metric {
inline constexpr int panelPadding = 16, rowGap = 8, sectionGap = 12;
inline constexpr double keyRadius = 4.0, fieldRadius = 6.0, pillRadius = 8.0, cardRadius = 10.0;
inline constexpr int topBar = 52, tab = 28, button = 32, smallButton = 28, field = 30;
inline constexpr int listRow = 50, menuRow = 30, tableRow = 34, treeRow = 28, statusBar = 28;
inline constexpr int buttonPadding = 14, fieldPadding = 9;
inline constexpr int toolIcon = 20, menuIcon = 18, smallIcon = 16;
inline constexpr double focusRing = 2.0, iconStroke = 1.5, curveWidth = 2.0;
inline constexpr int labelGap = 16;     ///< least distance of labels at the ends of curves
inline constexpr int narrowPlot = 420;  ///< below, a legend takes the place of labels
// Heights of texts in plots and pictures, which must not depend on the user's font size.
inline constexpr int plotText = 11, smallText = 10, drawingText = 12, drawingTitle = 14;
inline constexpr int captionText = 17, presentationText = 22;
}  // namespace metric

/// The steps of the type scale.
enum class TextSize { Caption, Body, Title, Heading, Display, Hero };

/// `base` at a step of the type scale, relative to its own size; from Title up in bold type.
QFont textFont(TextSize size, const QFont& base = QGuiApplication::font());
/// `base` times `factor`.
QFont scaledFont(const QFont& base, double factor);
/// `base` with this height [px], for pictures that must not depend on the user's font size.
QFont pixelFont(int pixels, const QFont& base = QGuiApplication::font());
/// `base` in the weight of titles and of what is selected.
QFont strongFont(QFont base = QGuiApplication::font());

}  // namespace momentree::app
