// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/regions.hpp"

#include <QApplication>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "app/base/text.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"

namespace momentree::app {
namespace {

/// The visible parts in their order.
QList<QWidget*> regionsOf(const Host& host) {
    QMainWindow& window = host.window;
    QList<QWidget*> regions{window.findChild<QToolBar*>("topBar")};
    for (const char* name : {"toolStrip", "drawBar"}) regions << window.findChild<QToolBar*>(name);
    regions << &host.viewport << window.findChild<QWidget*>("startPage");
    for (auto* dock : window.findChildren<QDockWidget*>()) regions << dock;
    regions << window.findChild<QWidget*>("transport") << window.statusBar();
    regions.removeIf([](const QWidget* region) {
        return !region || !region->isVisible() || region->visibleRegion().isEmpty();
    });
    return regions;
}

/// The part itself, or the first in it that the Tab key reaches.
QWidget* focusIn(QWidget* region) {
    if (region->focusPolicy() & Qt::TabFocus) return region;
    for (QWidget* next = region->nextInFocusChain(); next != region;
         next = next->nextInFocusChain())
        if (region->isAncestorOf(next) && next->focusPolicy() & Qt::TabFocus && next->isVisible() &&
            next->isEnabled())
            return next;
    return nullptr;
}

bool holds(const QWidget* region, const QWidget* focused) {
    return focused && (region == focused || region->isAncestorOf(focused));
}

void moveFocus(const Host& host, int by) {
    const QList<QWidget*> regions = regionsOf(host);
    const QWidget* focused = QApplication::focusWidget();
    const auto count = static_cast<int>(regions.size());
    int now = -1;
    // What lies over the scene belongs to it.
    for (int k = 0; k < count; ++k)
        if (holds(regions[k], focused)) now = k;
    for (int step = 1; step <= count; ++step) {
        const int to = ((now + by * step) % count + count) % count;
        QWidget* target = focusIn(regions[to]);
        if (!target) continue;
        target->setFocus(Qt::TabFocusReason);
        return;
    }
}

}  // namespace

void addRegionCommands(Host& host) {
    host.addCommand("nextRegion", tr("Next &part of the window"), "",
                    tr("Moves the focus to the next part of the window"),
                    {QKeySequence(Qt::Key_F6)}, [&host] { moveFocus(host, 1); });
    host.addCommand("previousRegion", tr("P&revious part of the window"), "",
                    tr("Moves the focus to the previous part of the window"),
                    {QKeySequence(Qt::SHIFT | Qt::Key_F6)}, [&host] { moveFocus(host, -1); });
}

void letTabReachBars(const QMainWindow& window) {
    for (const auto* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (bar->objectName() == QLatin1String("toolStrip")) continue;
        for (auto* button :
             bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) {
            button->setFocusPolicy(Qt::TabFocus);
            if (button->inherits("QToolBarExtension"))
                button->setAccessibleName(tr("More of this bar"));
        }
    }
}

}  // namespace momentree::app
