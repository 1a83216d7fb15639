// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/theme_style.hpp"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include "app/base/theme/style_paint.hpp"
#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

constexpr int comboArrow = 26, stepArrow = 20, toolArrow = 16;

template <class Option>
const Option& as(const QStyleOption* option) {
    return *static_cast<const Option*>(option);
}

bool isOn(const QStyleOption* option, QStyle::StateFlag flag) { return option->state & flag; }

/// Whether a click on the whole tool button opens a menu.
bool hasMenu(const QStyleOption* option) {
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    return button && button->features & QStyleOptionToolButton::HasMenu &&
           !(button->features & QStyleOptionToolButton::MenuButtonPopup);
}

/// Room for the arrow of a tool button with a menu.
int arrowRoom(const QStyleOptionToolButton& button) {
    const bool words =
        !button.text.isEmpty() &&
        (button.icon.isNull() || button.toolButtonStyle == Qt::ToolButtonTextBesideIcon ||
         button.toolButtonStyle == Qt::ToolButtonTextOnly);
    return words ? toolArrow : 0;
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

void ThemeStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
        widget->inherits("QLineEdit"))
        widget->setAttribute(Qt::WA_Hover);
    // Tab leaves a table, and arrow keys move within; otherwise the keyboard is caught there.
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) view->setTabKeyNavigation(false);
}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    const ThemeColors& c = paint::colorsOf(*option);
    const QRectF rect(option->rect);
    switch (element) {
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            return paint::checkBox(*option, painter);
        case PE_IndicatorRadioButton:
            return paint::radioButton(*option, painter);
        case PE_PanelButtonCommand:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
                return paint::pushButton(*button, painter, widget);
            break;
        case PE_PanelButtonTool:
        case PE_IndicatorButtonDropDown:
            return paint::toolButton(*option, painter, widget);
        case PE_PanelLineEdit:
            return paint::field(*option, painter, widget);
        // Buttons have a ring outside, fields a border, tabs draw their own.
        case PE_FrameFocusRect:
            if (qobject_cast<const QAbstractItemView*>(widget) &&
                isOn(option, State_KeyboardFocusChange))
                paint::box(painter, rect, metric::keyRadius, {}, c.accent);
            return;
        case PE_FrameDefaultButton:
        case PE_FrameStatusBarItem:
        case PE_FrameTabBarBase:
        case PE_FrameTabWidget:
        case PE_FrameButtonTool:
        case PE_FrameButtonBevel:
            return;
        case PE_Frame:
        case PE_FrameGroupBox:
        case PE_FrameLineEdit:
        case PE_FrameDockWidget:
            return paint::box(painter, rect, metric::fieldRadius, {}, c.hair);
        case PE_PanelMenu:
            return painter->fillRect(option->rect, c.raised);
        case PE_FrameMenu:
            return paint::box(painter, rect, metric::pillRadius, {}, c.fieldEdge);
        case PE_PanelTipLabel:
            return paint::box(painter, rect, metric::fieldRadius, c.raised, c.fieldEdge);
        case PE_PanelMenuBar:
            return paint::hairline(painter, option->rect, Qt::BottomEdge, c.hair);
        case PE_PanelStatusBar:
            painter->fillRect(option->rect, c.panel);
            return paint::hairline(painter, option->rect, Qt::TopEdge, c.hair);
        case PE_PanelItemViewRow:
            return;  // no zebra
        case PE_PanelItemViewItem: {
            const auto& item = as<QStyleOptionViewItem>(option);
            if (item.backgroundBrush.style() != Qt::NoBrush)
                painter->fillRect(option->rect, item.backgroundBrush);
            if (isOn(option, State_Selected))
                painter->fillRect(option->rect, option->palette.color(QPalette::Highlight));
            else if (isOn(option, State_MouseOver) && isOn(option, State_Enabled))
                painter->fillRect(option->rect, c.hover);
            return;
        }
        case PE_IndicatorBranch:
            if (isOn(option, State_Children))
                paint::chevron(painter, option->rect,
                               isOn(option, State_Open) ? Qt::DownArrow : Qt::RightArrow,
                               c.mutedText);
            return;
        case PE_IndicatorArrowDown:
        case PE_IndicatorArrowUp:
        case PE_IndicatorArrowLeft:
        case PE_IndicatorArrowRight:
            return paint::chevron(painter, option->rect,
                                  element == PE_IndicatorArrowDown   ? Qt::DownArrow
                                  : element == PE_IndicatorArrowUp   ? Qt::UpArrow
                                  : element == PE_IndicatorArrowLeft ? Qt::LeftArrow
                                                                     : Qt::RightArrow,
                                  isOn(option, State_Enabled) ? c.mutedText : c.disabledText);
        case PE_IndicatorHeaderArrow: {
            const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            if (header == nullptr || header->sortIndicator == QStyleOptionHeader::None) return;
            return paint::chevron(
                painter, option->rect,
                header->sortIndicator == QStyleOptionHeader::SortUp ? Qt::UpArrow : Qt::DownArrow,
                c.mutedText, 7.0);
        }
        case PE_IndicatorToolBarSeparator: {
            const QPoint middle = option->rect.center();
            if (isOn(option, State_Horizontal))
                return painter->fillRect(
                    QRect(middle.x(), option->rect.top() + 6, 1, option->rect.height() - 12),
                    c.hair);
            return painter->fillRect(
                QRect(option->rect.left() + 6, middle.y(), option->rect.width() - 12, 1), c.hair);
        }
        case PE_IndicatorDockWidgetResizeHandle:
            return drawControl(CE_Splitter, option, painter, widget);
        default:
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const ThemeColors& c = paint::colorsOf(*option);
    switch (element) {
        case CE_PushButtonLabel: {
            QStyleOptionButton label = as<QStyleOptionButton>(option);
            const QColor ink = paint::buttonInk(label, widget);
            for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
                label.palette.setColor(group, QPalette::ButtonText, ink);
            const paint::Saved saved(painter);
            const bool primary = paint::roleOf(label, widget) == paint::ButtonRole::Primary;
            if (primary) painter->setFont(strongFont(painter->font()));
            // An icon in the colour of the text.
            if (primary && !label.icon.isNull() && isOn(option, State_Enabled))
                label.icon = tintedPixmap(label.icon, label.iconSize,
                                          painter->device()->devicePixelRatioF(), ink);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        case CE_ToolButtonLabel: {
            QStyleOptionToolButton label = as<QStyleOptionToolButton>(option);
            if (isOn(option, State_On) && isOn(option, State_Enabled))
                label.palette.setColor(QPalette::ButtonText, c.accent);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        case CE_FocusFrame: {
            const paint::Saved saved(painter);
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(c.accent, metric::focusRing));
            const double inset = 0.5 * metric::focusRing;
            const double radius = std::min(metric::fieldRadius + 2.0, 0.5 * option->rect.height());
            painter->drawRoundedRect(QRectF(option->rect).adjusted(inset, inset, -inset, -inset),
                                     radius, radius);
            return;
        }
        case CE_ComboBoxLabel:
            return paint::comboBoxLabel(as<QStyleOptionComboBox>(option), painter, widget, *this);
        case CE_TabBarTabShape:
            return paint::tab(as<QStyleOptionTab>(option), painter);
        case CE_TabBarTabLabel: {
            QStyleOptionTab label = as<QStyleOptionTab>(option);
            const bool chosen = isOn(option, State_Selected);
            label.palette.setColor(QPalette::WindowText, chosen ? c.text : c.mutedText);
            label.state &= ~State_HasFocus;
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        case CE_MenuItem:
            return paint::menuItem(as<QStyleOptionMenuItem>(option), painter, *this);
        case CE_MenuEmptyArea:
        case CE_MenuHMargin:
        case CE_MenuVMargin:
        case CE_MenuTearoff:
            return;
        case CE_MenuBarItem:
            return paint::menuBarItem(as<QStyleOptionMenuItem>(option), painter, *this);
        case CE_MenuBarEmptyArea:
            painter->fillRect(option->rect, c.panel);
            return;
        case CE_ToolBar:
            return paint::toolBar(as<QStyleOptionToolBar>(option), painter);
        case CE_HeaderSection:
        case CE_HeaderEmptyArea:
            painter->fillRect(option->rect, option->palette.color(QPalette::Base));
            return paint::hairline(painter, option->rect, Qt::BottomEdge, c.hair);
        case CE_HeaderLabel: {
            QStyleOptionHeader label = as<QStyleOptionHeader>(option);
            label.palette.setColor(QPalette::ButtonText, c.mutedText);
            label.state &= ~(State_On | State_Sunken);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        case CE_Splitter: {
            painter->fillRect(option->rect, c.panel);
            QRect line = option->rect;
            if (line.width() < line.height())
                line = QRect(line.center().x(), line.top(), 1, line.height());
            else
                line = QRect(line.left(), line.center().y(), line.width(), 1);
            painter->fillRect(line, isOn(option, State_MouseOver) ? c.accent : c.hair);
            return;
        }
        case CE_DockWidgetTitle: {
            const auto& dock = as<QStyleOptionDockWidget>(option);
            painter->fillRect(option->rect, c.panel);
            const QRect text = subElementRect(SE_DockWidgetTitleBarText, option, widget);
            const paint::Saved saved(painter);
            const QFont font = strongFont(painter->font());
            painter->setFont(font);
            painter->setPen(isOn(option, State_Enabled) ? c.text : c.disabledText);
            painter->drawText(
                text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic,
                QFontMetrics(font).elidedText(dock.title, Qt::ElideRight, text.width()));
            return;
        }
        case CE_ProgressBarGroove:
            return paint::box(painter, option->rect, metric::keyRadius, c.sunk);
        case CE_ProgressBarContents:
            if (const auto& bar = as<QStyleOptionProgressBar>(option); bar.maximum > bar.minimum)
                return paint::progress(bar, painter);
            return QProxyStyle::drawControl(element, option, painter, widget);
        case CE_RubberBand:
            return paint::box(painter, option->rect, 2.0, faded(c.accent, 0.12), c.accent);
        default:
            return QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
    switch (control) {
        case CC_ComboBox:
            return paint::comboBox(as<QStyleOptionComboBox>(option), painter, widget, *this);
        case CC_SpinBox:
            return paint::spinBox(as<QStyleOptionSpinBox>(option), painter, widget, *this);
        case CC_Slider:
            return paint::slider(as<QStyleOptionSlider>(option), painter, widget, *this);
        case CC_ScrollBar:
            return paint::scrollBar(as<QStyleOptionSlider>(option), painter, widget, *this);
        case CC_ToolButton:
            if (hasMenu(option)) return drawMenuButton(option, painter, widget);
            [[fallthrough]];
        default:
            return QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

/// The arrow stands right of the words, in the middle; buttons without words beside their icon have
/// none.
void ThemeStyle::drawMenuButton(const QStyleOptionComplex* option, QPainter* painter,
                                const QWidget* widget) const {
    QStyleOptionToolButton button = as<QStyleOptionToolButton>(option);
    button.features &= ~QStyleOptionToolButton::HasMenu;
    drawPrimitive(PE_PanelButtonTool, &button, painter, widget);
    const int arrow = arrowRoom(button);
    const QRect whole = button.rect;
    button.rect = visualRect(option->direction, whole, whole.adjusted(0, 0, -arrow, 0));
    drawControl(CE_ToolButtonLabel, &button, painter, widget);
    if (arrow == 0) return;
    const QRect place(whole.right() - arrow - 2, whole.top(), arrow, whole.height());
    paint::chevron(
        painter, visualRect(option->direction, whole, place), Qt::DownArrow,
        option->palette.color(isOn(option, State_Enabled) ? QPalette::Active : QPalette::Disabled,
                              QPalette::ButtonText));
}

QRect ThemeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                 SubControl part, const QWidget* widget) const {
    const QRect r = option->rect;
    const auto seen = [&](const QRect& rect) { return visualRect(option->direction, r, rect); };
    switch (control) {
        case CC_ComboBox:
            if (part == SC_ComboBoxArrow)
                return seen(QRect(r.right() - comboArrow + 1, r.top(), comboArrow, r.height()));
            if (part == SC_ComboBoxEditField)
                return seen(r.adjusted(metric::fieldPadding, 1, -comboArrow, -1));
            break;
        case CC_SpinBox: {
            const bool buttons =
                as<QStyleOptionSpinBox>(option).buttonSymbols != QAbstractSpinBox::NoButtons;
            const int half = r.height() / 2;
            if (part == SC_SpinBoxEditField)
                return seen(r.adjusted(metric::fieldPadding - 2, 1,
                                       buttons ? -stepArrow : 2 - metric::fieldPadding, -1));
            if (part == SC_SpinBoxFrame) return r;
            if (!buttons) return {};
            if (part == SC_SpinBoxUp)
                return seen(QRect(r.right() - stepArrow, r.top() + 2, stepArrow, half - 2));
            if (part == SC_SpinBoxDown)
                return seen(
                    QRect(r.right() - stepArrow, r.top() + half, stepArrow, r.height() - half - 2));
            break;
        }
        case CC_Slider: {
            const auto& slider = as<QStyleOptionSlider>(option);
            const bool level = slider.orientation == Qt::Horizontal;
            if (part == SC_SliderHandle) {
                const int at = sliderPositionFromValue(
                    slider.minimum, slider.maximum, slider.sliderPosition,
                    (level ? r.width() : r.height()) - paint::sliderHandle, slider.upsideDown);
                const QSize size(paint::sliderHandle, paint::sliderHandle);
                return level ? QRect(QPoint(r.left() + at,
                                            r.center().y() - paint::sliderHandle / 2 + 1),
                                     size)
                             : QRect(QPoint(r.center().x() - paint::sliderHandle / 2 + 1,
                                            r.top() + at),
                                     size);
            }
            if (part == SC_SliderGroove) return r;
            break;
        }
        case CC_ScrollBar: {
            const auto& bar = as<QStyleOptionSlider>(option);
            const QRect handle = paint::scrollHandle(bar);
            const bool level = bar.orientation == Qt::Horizontal;
            if (part == SC_ScrollBarSlider) return handle;
            if (part == SC_ScrollBarGroove) return r;
            if (part == SC_ScrollBarSubPage)
                return level ? QRect(r.topLeft(), QPoint(handle.left() - 1, r.bottom()))
                             : QRect(r.topLeft(), QPoint(r.right(), handle.top() - 1));
            if (part == SC_ScrollBarAddPage)
                return level ? QRect(QPoint(handle.right() + 1, r.top()), r.bottomRight())
                             : QRect(QPoint(r.left(), handle.bottom() + 1), r.bottomRight());
            return {};
        }
        default:
            break;
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect ThemeStyle::subElementRect(SubElement element, const QStyleOption* option,
                                 const QWidget* widget) const {
    switch (element) {
        case SE_LineEditContents:
            if (as<QStyleOptionFrame>(option).lineWidth > 0)
                return option->rect.adjusted(metric::fieldPadding - 2, 1, 2 - metric::fieldPadding,
                                             -1);
            break;
        case SE_DockWidgetTitleBarText:
            return QProxyStyle::subElementRect(element, option, widget)
                .adjusted(metric::panelPadding / 4, 0, 0, 0);
        default:
            break;
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                   const QSize& contents, const QWidget* widget) const {
    switch (type) {
        case CT_PushButton: {
            const auto& button = as<QStyleOptionButton>(option);
            const int arrow = button.features & QStyleOptionButton::HasMenu ? comboArrow : 0;
            // The text of a primary button is bold.
            const int bold = paint::roleOf(button, widget) == paint::ButtonRole::Primary
                                 ? contents.width() / 10
                                 : 0;
            // The text of a link ends where other text does.
            const bool link = paint::isLink(widget);
            const int padding = link                    ? 2
                                : button.text.isEmpty() ? metric::rowGap
                                                        : 2 * metric::buttonPadding;
            const int width = contents.width() + bold + arrow + padding;
            const int least = link ? 0 : button.text.isEmpty() ? metric::smallButton : 64;
            return {std::max(width, least),
                    std::max(metric::button, option->fontMetrics.height() + 12)};
        }
        case CT_ToolButton:
            if (hasMenu(option))
                return QProxyStyle::sizeFromContents(type, option, contents, widget) +
                       QSize(arrowRoom(as<QStyleOptionToolButton>(option)), 0);
            break;
        case CT_LineEdit:
            if (as<QStyleOptionFrame>(option).lineWidth > 0)
                return {contents.width() + 2 * metric::fieldPadding,
                        std::max(metric::field, option->fontMetrics.height() + 10)};
            break;
        case CT_ComboBox:
            return {contents.width() + metric::fieldPadding + comboArrow + 4,
                    std::max(metric::field, option->fontMetrics.height() + 10)};
        case CT_SpinBox: {
            const bool buttons =
                as<QStyleOptionSpinBox>(option).buttonSymbols != QAbstractSpinBox::NoButtons;
            return {contents.width() + 2 * metric::fieldPadding + (buttons ? stepArrow : 0),
                    std::max(metric::field, option->fontMetrics.height() + 10)};
        }
        case CT_MenuItem:
            return paint::menuItemSize(as<QStyleOptionMenuItem>(option), contents);
        case CT_MenuBarItem:
            return contents + QSize(18, 10);
        case CT_HeaderSection:
            return QProxyStyle::sizeFromContents(type, option, contents, widget)
                .expandedTo(QSize(0, metric::treeRow));
        case CT_ItemViewItem: {
            const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
            return {size.width(), std::max(size.height(), metric::treeRow)};
        }
        default:
            break;
    }
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
}

}  // namespace momentree::app
