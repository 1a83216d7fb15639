// SPDX-License-Identifier: GPL-3.0-or-later
// How ThemeStyle draws the parts of widgets.
#pragma once

#include <QStyle>

#include "app/base/theme/tokens.hpp"

class QIcon;
class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolBar;
class QStyleOptionToolButton;
class QWidget;

namespace momentree::app::paint {

constexpr int sliderHandle = 16;  ///< diameter [px]

/// The colours for a widget.
const ThemeColors& colorsOf(const QStyleOption& option);

/// Saves the painter, antialiased, until the end of a scope.
class Saved {
public:
    explicit Saved(QPainter* painter);
    ~Saved();
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

private:
    QPainter* painter_;
};

/// A rounded box of one colour; an invalid or transparent border is left out.
void box(QPainter* painter, const QRectF& rect, double radius, const QColor& fill,
         const QColor& border = {});
/// A box with a lower edge in another colour.
void edgedBox(QPainter* painter, const QRectF& rect, double radius, const QColor& fill,
              const QColor& border, const QColor& lowerEdge);
/// A line of 1 px along an edge of `rect`.
void hairline(QPainter* painter, const QRect& rect, Qt::Edge edge, const QColor& color);
/// An arrow head of at most `size` px in the middle of `rect`.
void chevron(QPainter* painter, const QRect& rect, Qt::ArrowType direction, const QColor& color,
             double size = 7.0);

/// A disc in the accent with an icon: the button that plays.
void disc(QPainter* painter, const QRect& rect, const QIcon& icon, bool enabled,
          const ThemeColors& colors);

/// The three kinds of push buttons.
/// Whether the property "role" of a widget is "link": a button that is only text.
bool isLink(const QWidget* widget);

enum class ButtonRole { Primary, Secondary, Quiet };
/// The property "role" of a widget ("primary", "secondary", "quiet"), otherwise by the option:
/// default buttons are primary, flat ones quiet.
ButtonRole roleOf(const QStyleOptionButton& option, const QWidget* widget);
QColor buttonInk(const QStyleOptionButton& option, const QWidget* widget);

void pushButton(const QStyleOptionButton& option, QPainter* painter, const QWidget* widget);
void toolButton(const QStyleOption& option, QPainter* painter, const QWidget* widget);
void checkBox(const QStyleOption& option, QPainter* painter);
void radioButton(const QStyleOption& option, QPainter* painter);

void field(const QStyleOption& option, QPainter* painter, const QWidget* widget);
void comboBox(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget,
              const QStyle& style);
void comboBoxLabel(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget,
                   const QStyle& style);
void spinBox(const QStyleOptionSpinBox& option, QPainter* painter, const QWidget* widget,
             const QStyle& style);
void slider(const QStyleOptionSlider& option, QPainter* painter, const QWidget* widget,
            const QStyle& style);
/// @param option with maximum above minimum
void progress(const QStyleOptionProgressBar& option, QPainter* painter);
void scrollBar(const QStyleOptionSlider& option, QPainter* painter, const QWidget* widget,
               const QStyle& style);
/// The movable part of a scroll bar.
QRect scrollHandle(const QStyleOptionSlider& option);

void tab(const QStyleOptionTab& option, QPainter* painter);
void menuItem(const QStyleOptionMenuItem& option, QPainter* painter, const QStyle& style);
QSize menuItemSize(const QStyleOptionMenuItem& option, QSize contents);
void menuBarItem(const QStyleOptionMenuItem& option, QPainter* painter, const QStyle& style);
/// The region of a popup with round corners, without an alpha channel: not every desktop has one.
void roundMask(QStyleHintReturn* returned, const QStyleOption* option, int radius);
void toolBar(const QStyleOptionToolBar& option, QPainter* painter);

}  // namespace momentree::app::paint
