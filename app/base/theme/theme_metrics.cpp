// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and habits of widgets.
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QStyleOption>

#include "app/base/theme/style_paint.hpp"
#include "app/base/theme/theme_style.hpp"
#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {

int ThemeStyle::pixelMetric(PixelMetric which, const QStyleOption* option,
                            const QWidget* widget) const {
    switch (which) {
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
        case PM_SliderLength:
            return metric::smallIcon;
        case PM_SliderThickness:
        case PM_SliderControlThickness:
            return paint::sliderHandle + 4;
        case PM_MessageBoxIconSize:
            return 32;
        case PM_ToolBarIconSize:
            return metric::toolIcon;
        case PM_CheckBoxLabelSpacing:
        case PM_RadioButtonLabelSpacing:
            return metric::rowGap;
        case PM_ScrollBarExtent:
            return 10;
        case PM_ScrollBarSliderMin:
            return 28;
        case PM_SplitterWidth:
        case PM_DockWidgetSeparatorExtent:
            return 5;
        case PM_DockWidgetTitleMargin:
            return 6;
        case PM_DockWidgetTitleBarButtonMargin:
            return 2;
        case PM_TabBarTabHSpace:
            return 28;
        case PM_TabBarTabVSpace:
            return 14;
        case PM_TabBarTabOverlap:
        case PM_TabBarBaseOverlap:
        case PM_TabBarTabShiftHorizontal:
        case PM_TabBarTabShiftVertical:
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical:
        case PM_ButtonDefaultIndicator:
        case PM_MenuHMargin:
            return 0;
        case PM_MenuVMargin:
            return 6;
        case PM_MenuPanelWidth:
            return 1;
        case PM_MenuBarPanelWidth:
            return 0;
        case PM_ToolTipLabelFrameWidth:
            return metric::rowGap;
        case PM_FocusFrameHMargin:
        case PM_FocusFrameVMargin:
            return 3;
        case PM_LayoutHorizontalSpacing:
        case PM_LayoutVerticalSpacing:
            return metric::rowGap;
        case PM_HeaderDefaultSectionSizeVertical:
            return metric::treeRow;
        default:
            return QProxyStyle::pixelMetric(which, option, widget);
    }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returned) const {
    switch (hint) {
        case SH_EtchDisabledText:
        case SH_DialogButtonBox_ButtonsHaveIcons:
        case SH_ComboBox_Popup:
        case SH_ScrollBar_ContextMenu:
            return 0;
        case SH_ToolTipLabel_Opacity:
            return 255;
        case SH_ToolTip_WakeUpDelay:
            return 300;
        case SH_FormLayoutLabelAlignment:
            return Qt::AlignLeft | Qt::AlignVCenter;
        case SH_Table_GridLineColor:
            return option ? static_cast<int>(paint::colorsOf(*option).hair.rgb()) : 0;
        case SH_Menu_Mask:
            paint::roundMask(returned, option, static_cast<int>(metric::pillRadius));
            return 1;
        case SH_ToolTip_Mask:
            paint::roundMask(returned, option, static_cast<int>(metric::fieldRadius));
            return 1;
        default:
            return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QIcon ThemeStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                               const QWidget* widget) const {
    switch (icon) {
        case SP_ToolBarHorizontalExtensionButton:
        case SP_ToolBarVerticalExtensionButton:
            return themedIcon("more");
        case SP_TitleBarCloseButton:
        case SP_DockWidgetCloseButton:
        case SP_LineEditClearButton:
            return themedIcon("close");
        case SP_TitleBarNormalButton:
            return themedIcon("float");
        case SP_MessageBoxInformation:
            return themedIcon("info");
        case SP_MessageBoxWarning:
            return themedIcon("warning");
        case SP_MessageBoxCritical:
            return themedIcon("error");
        case SP_MessageBoxQuestion:
            return themedIcon("help");
        default:
            return QProxyStyle::standardIcon(icon, option, widget);
    }
}

}  // namespace momentree::app
