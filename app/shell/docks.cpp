// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/docks.hpp"

#include <QMainWindow>
#include <algorithm>
#include <map>

#include "app/workspace/panel_dock.hpp"

namespace momentree::app {
namespace {

using Places = std::map<DockPlace, QList<PanelDock*>>;  ///< in the order of tabs

Places placesOf(const QMainWindow& window) {
    Places places;
    for (auto* dock : window.findChildren<PanelDock*>()) places[dock->place()] << dock;
    for (auto& [place, docks] : places) std::ranges::stable_sort(docks, {}, &PanelDock::tab);
    return places;
}

void addFirst(QMainWindow& window, Places& places) {
    const auto first = [&](DockPlace place) { return places[place].value(0); };
    const auto add = [&](DockPlace place, Qt::DockWidgetArea area) {
        if (PanelDock* dock = first(place)) window.addDockWidget(area, dock);
    };
    const auto split = [&](DockPlace of, DockPlace place, Qt::Orientation way) {
        if (first(of) && first(place)) window.splitDockWidget(first(of), first(place), way);
    };
    add(DockPlace::Left, Qt::LeftDockWidgetArea);
    split(DockPlace::Left, DockPlace::LeftBelow, Qt::Vertical);
    split(DockPlace::Left, DockPlace::LeftBeside, Qt::Horizontal);
    add(DockPlace::Right, Qt::RightDockWidgetArea);
    split(DockPlace::Right, DockPlace::RightBelow, Qt::Vertical);
    add(DockPlace::Bottom, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

}  // namespace

void placeDocks(QMainWindow& window) {
    Places places = placesOf(window);
    for (const auto& [place, docks] : places)
        for (PanelDock* dock : docks) {
            dock->setFloating(false);
            window.removeDockWidget(dock);
        }
    addFirst(window, places);
    for (const auto& [place, docks] : places)
        for (PanelDock* dock : docks.mid(1)) window.tabifyDockWidget(docks.front(), dock);
    for (const auto& [place, docks] : places)
        for (PanelDock* dock : docks) dock->setVisible(dock->shownAtFirst());
    for (const auto& [place, docks] : places)
        if (docks.front()->shownAtFirst()) docks.front()->raise();
    const auto resize = [&](std::initializer_list<std::pair<DockPlace, int>> sizes,
                            Qt::Orientation way) {
        QList<QDockWidget*> docks;
        QList<int> wanted;
        for (const auto& [place, size] : sizes) {
            if (places[place].isEmpty()) return;
            docks << places[place].front();
            wanted << size;
        }
        window.resizeDocks(docks, wanted, way);
    };
    resize({{DockPlace::Left, std::max(260, window.width() / 5)},
            {DockPlace::Right, std::max(320, window.width() * 3 / 10)}},
           Qt::Horizontal);
    resize({{DockPlace::Left, 40}, {DockPlace::LeftBelow, 60}}, Qt::Vertical);
    resize({{DockPlace::Right, 50}, {DockPlace::RightBelow, 50}}, Qt::Vertical);
    resize({{DockPlace::Bottom, std::max(190, window.height() / 5)}}, Qt::Vertical);
}

}  // namespace momentree::app
