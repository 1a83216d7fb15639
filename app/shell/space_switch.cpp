// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/space_switch.hpp"

#include <QPainter>
#include <QSignalBlocker>

#include "app/base/theme/tokens.hpp"
#include "app/commands/actions.hpp"
#include "app/shell/spaces.hpp"

namespace momentree::app {
namespace {

constexpr int tabPadding = 16, tabHeight = 36, trough = 4;

}  // namespace

SpaceSwitch::SpaceSwitch(Spaces& spaces, QWidget* parent) : QTabBar(parent), spaces_(spaces) {
    setObjectName("spaceSwitch");
    setAccessibleName(tr("Workspace"));
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    for (int k = 0; k < 4; ++k) {
        addTab(Spaces::title(static_cast<Space>(k)));
        const QAction* command = spaces.commands()[k];
        setTabToolTip(k, toolTipOf(command->text(), command->shortcut()));
    }
    connect(&spaces, &Spaces::lessonOpened, this, [this](bool open) {
        const QSignalBlocker quiet(this);
        open ? static_cast<void>(addTab(Spaces::title(Space::Lesson))) : removeTab(count() - 1);
        follow();
    });
    connect(&spaces, &Spaces::changed, this, &SpaceSwitch::follow);
    connect(this, &QTabBar::tabBarClicked, this, [this](int index) {
        if (index >= 0) spaces_.show(static_cast<Space>(index));
    });
    connect(this, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) spaces_.show(static_cast<Space>(index));
    });
    follow();
}

/// In Everything no tab is current; a click on any of them leaves it.
void SpaceSwitch::follow() {
    const QSignalBlocker quiet(this);
    if (spaces_.current() < Space::Everything) setCurrentIndex(static_cast<int>(spaces_.current()));
    update();
}

QSize SpaceSwitch::tabSizeHint(int index) const {
    return {QFontMetrics(strongFont(font())).horizontalAdvance(tabText(index)) + 2 * tabPadding,
            std::max(tabHeight, fontMetrics().height() + 2 * trough)};
}

void SpaceSwitch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors(isDark(palette()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.sunk);
    painter.drawRoundedRect(rect(), metric::pillRadius, metric::pillRadius);
    for (int k = 0; k < count(); ++k) {
        const bool chosen = k == static_cast<int>(spaces_.current());
        const QRectF tab = QRectF(tabRect(k)).adjusted(trough, trough, -trough, -trough);
        if (chosen) {
            painter.setBrush(colors.raised);
            painter.setPen(QPen(colors.hair, 1.0));
            painter.drawRoundedRect(tab.adjusted(0.5, 0.5, -0.5, -0.5), metric::fieldRadius,
                                    metric::fieldRadius);
        }
        if (k == currentIndex() && hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colors.accent, metric::focusRing));
            painter.drawRoundedRect(tab.adjusted(-1, -1, 1, 1), metric::pillRadius,
                                    metric::pillRadius);
        }
        painter.setFont(strongFont(font()));
        painter.setPen(chosen ? colors.text : colors.mutedText);
        painter.drawText(tab, Qt::AlignCenter, tabText(k));
    }
}

}  // namespace momentree::app
