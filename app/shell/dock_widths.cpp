// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/dock_widths.hpp"

#include <QDockWidget>
#include <QLayout>

namespace momentree::app {
namespace {

/// Docks at a side that are not hidden behind a tab: Qt places hidden ones outside the window.
QList<QDockWidget*> seenAt(const QMainWindow& window, Qt::DockWidgetArea area) {
    QList<QDockWidget*> docks =
        window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly);
    docks.removeIf([&](QDockWidget* dock) {
        return dock->isFloating() || window.dockWidgetArea(dock) != area || !dock->isVisible() ||
               dock->geometry().right() < 0;
    });
    return docks;
}

int widthOf(const QList<QDockWidget*>& docks) {
    QRect all;
    for (const QDockWidget* dock : docks) all |= dock->geometry();
    return all.width();
}

/// The widest panels at a side that leave the scene most of the window.
int mostShare(int windowWidth) { return windowWidth * 35 / 100; }

}  // namespace

void DockWidths::beforeLayout() {
    for (Side& side : sides_) {
        const int width = widthOf(seenAt(window_, side.area));
        if (width != side.left) side.wanted = width;
    }
}

void DockWidths::afterLayout(bool windowGrew) {
    for (Side& side : sides_) {
        const QList<QDockWidget*> docks = seenAt(window_, side.area);
        const int missing = side.wanted - widthOf(docks);
        if (windowGrew && missing > 0 && !docks.isEmpty()) {
            window_.resizeDocks({docks.front()}, {docks.front()->width() + missing},
                                Qt::Horizontal);
            window_.layout()->activate();
        }
        side.left = widthOf(docks);
        // What was chosen wider stays so.
        const int most = mostShare(window_.width()), before = mostShare(windowWidth_);
        if (!windowGrew && !docks.isEmpty() && side.left > most && side.left <= before) {
            window_.resizeDocks({docks.front()}, {most}, Qt::Horizontal);
            window_.layout()->activate();
            side.left = widthOf(docks);
        }
    }
    windowWidth_ = window_.width();
}

}  // namespace momentree::app
