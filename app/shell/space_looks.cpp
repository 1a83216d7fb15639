// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/space_looks.hpp"

#include <QMainWindow>
#include <algorithm>
#include <array>

#include "app/workspace/panel_dock.hpp"

namespace momentree::app {
namespace {

/// Widths that the transport bar below the scene needs, and a plot beside it [px].
constexpr int leastScene = 490, leastBeside = 460;
constexpr int narrowWindow = 1200;  ///< columns beside the scene are narrower below [px]

/// In the order of Space, without Everything. What is shown alone is in a stack of its own: Qt
/// leaves the only visible one of several tabs outside the window.
const std::array<SpaceLook, 7> looks{{
    {.name = "draw",
     .bars = {"topBar", "toolStrip"},
     .right = {{{"propertiesDock", "treeDock", "parametersDock"}, 3, false}},
     .rightWidth = 296,
     .transport = false},
    {.name = "run",
     .bars = {"topBar"},
     .right = {{{"methodDock"}, 1, false},
               {{"energyDock"}, 1, false},
               {{"driftDock"}, 1, false},
               {{"phasesDock"}, 1, false},
               {{"probesDock", "portraitDock"}, 0},
               {{"addPlotDock"}, 1, false}},
     .rightWidth = 460},
    {.name = "compare",
     .bars = {"topBar"},
     .left = {{{"runListDock"}, 1, false}},
     .beside = {{{"methodDock"}, 1, false},
                {{"driftDock"}, 1, false},
                {{"costDock", "runsDock", "studyDock", "scalingDock"}, 1, false}},
     .leftWidth = 268,
     .besideShare = 0.56},
    {.name = "analyse",
     .bars = {"topBar"},
     .left = {{{"questionsDock"}, 1, false}},
     // One question is answered at a time.
     .right = {{{"modesDock"}, 0, false},
               {{"equilibriumDock"}, 0, false},
               {{"reachDock"}, 0, false},
               {{"xrayDock"}, 0},
               {{"boardDock"}, 0}},
     .top = {{{"torqueDock"}, 0, false},
             {{"movementDock"}, 0, false},
             {{"worstDock"}, 0, false},
             {{"locusDock"}, 0, false},
             {{"restDock"}, 0, false},
             {{"sensitivityDock"}, 0, false},
             {{"fitDock"}, 0, false},
             {{"errorDock"}, 0, false},
             {{"pathDock"}, 0, false},
             {{"positionDock"}, 0, false},
             {{"functionDock"}, 0, false},
             {{"insideDock"}, 0},
             {{"processorsDock"}, 0},
             {{"offloadDock"}, 0},
             {{"probesDock"}, 0}},
     .leftWidth = 272,
     .rightWidth = 340,
     .topShare = 0.5,
     .transport = false},
    {.name = "lesson",
     .bars = {"topBar"},
     .left = {{{"lessonsDock"}}},
     // Steps show one or two of these. Only what is narrow stands beside the scene.
     .right = {{{"modesDock"}, 0}, {{"equilibriumDock"}, 0}, {{"xrayDock"}, 0}},
     .bottom = {{{"energyDock"}},
                {{"driftDock"}, 0},
                {{"probesDock"}, 0},
                {{"phasesDock"}, 0},
                {{"processorsDock", "insideDock", "scalingDock", "errorDock", "pathDock",
                  "offloadDock"},
                 0}},
     .leftWidth = 432,
     .rightWidth = 320,
     .bottomShare = 0.36},
    {.name = "start", .bars = {"topBar"}, .transport = false},
    {.name = "presentation", .bars = {}, .transport = false},
}};

int widthIn(const QMainWindow& window, int wanted) {
    return window.width() < narrowWindow ? wanted * 85 / 100 : wanted;
}

/// Adds stacks below each other; returns the first panel.
/// @param left if given, the column is right of it instead of at the side of the window
QDockWidget* addColumn(QMainWindow& window, Qt::DockWidgetArea area,
                       const std::vector<Stack>& stacks, QDockWidget* left = nullptr) {
    QDockWidget *first = nullptr, *above = nullptr;
    for (const Stack& stack : stacks) {
        QDockWidget* front = nullptr;
        for (const QString& name : stack.docks) {
            auto* dock = window.findChild<QDockWidget*>(name);
            if (!dock) continue;
            if (front)
                window.tabifyDockWidget(front, dock);
            else if (above)
                window.splitDockWidget(above, dock, Qt::Vertical);
            else if (left)
                window.splitDockWidget(left, dock, Qt::Horizontal);
            else
                window.addDockWidget(area, dock);
            if (!front) front = dock;
        }
        if (front) above = front;
        if (!first) first = front;
    }
    return first;
}

/// Panels below each other become equally high.
void shareHeight(QMainWindow& window, const std::vector<Stack>& stacks) {
    QList<QDockWidget*> docks;
    for (const Stack& stack : stacks)
        if (auto* dock = window.findChild<QDockWidget*>(stack.docks.front()))
            if (dock->widget()->maximumHeight() == QWIDGETSIZE_MAX) docks << dock;
    const int height = window.height() / std::max<int>(1, static_cast<int>(docks.size()));
    window.resizeDocks(docks, QList<int>(docks.size(), height), Qt::Vertical);
}

QStringList namesIn(const SpaceLook& look) {
    QStringList names;
    for (const auto* column : {&look.left, &look.beside, &look.right, &look.top, &look.bottom})
        for (const Stack& stack : *column) names += stack.docks;
    return names;
}

void showFirst(QMainWindow& window, const SpaceLook& look) {
    for (const auto* column : {&look.left, &look.beside, &look.right, &look.top, &look.bottom})
        for (const Stack& stack : *column)
            for (int k = stack.shown - 1; k >= 0; --k)
                if (auto* dock = window.findChild<QDockWidget*>(stack.docks.value(k))) {
                    dock->show();
                    dock->raise();
                }
}

}  // namespace

const SpaceLook& lookOf(Space space) {
    const auto index = static_cast<std::size_t>(space);
    return looks.at(space > Space::Everything ? index - 1 : index);
}

std::optional<Space> homeOf(const QString& dock) {
    if (namesIn(lookOf(Space::Run)).contains(dock)) return {};
    const auto has = [&](const Stack& stack) { return stack.docks.contains(dock); };
    for (const Space space : {Space::Compare, Space::Analyse})
        if (std::ranges::any_of(lookOf(space).beside, has) ||
            std::ranges::any_of(lookOf(space).top, has))
            return space;
    return {};
}

void placeDocks(QMainWindow& window, const SpaceLook& look) {
    Stack others, othersBelow;
    const QStringList own = namesIn(look);
    for (auto* dock : window.findChildren<PanelDock*>()) {
        dock->setFloating(false);
        window.removeDockWidget(dock);
        if (own.contains(dock->objectName())) continue;
        (dock->place() == DockPlace::Bottom ? othersBelow : others).docks << dock->objectName();
    }
    auto right = look.right, bottom = look.bottom;
    right.push_back(others);
    bottom.push_back(othersBelow);
    QDockWidget* left = addColumn(window, Qt::LeftDockWidgetArea, look.left);
    QDockWidget* beside = addColumn(window, Qt::LeftDockWidgetArea, look.beside, left);
    QDockWidget* firstRight = addColumn(window, Qt::RightDockWidgetArea, right);
    QDockWidget* top = addColumn(window, Qt::TopDockWidgetArea, look.top);
    QDockWidget* below = addColumn(window, Qt::BottomDockWidgetArea, bottom);
    showFirst(window, look);
    const auto resize = [&](QDockWidget* dock, int size, Qt::Orientation way) {
        if (dock && size > 0) window.resizeDocks({dock}, {size}, way);
    };
    const int leftWidth = widthIn(window, look.leftWidth);
    if (left && beside)
        // Together: each of two calls would take from the other column.
        window.resizeDocks(
            {left, beside},
            {leftWidth, std::min(static_cast<int>(look.besideShare * window.width()),
                                 std::max(leastBeside, window.width() - leftWidth - leastScene))},
            Qt::Horizontal);
    else
        resize(left, leftWidth, Qt::Horizontal);
    resize(firstRight, widthIn(window, look.rightWidth), Qt::Horizontal);
    resize(top, static_cast<int>(look.topShare * window.height()), Qt::Vertical);
    resize(below, static_cast<int>(look.bottomShare * window.height()), Qt::Vertical);
    shareHeight(window, look.right);
    shareHeight(window, look.beside);
}

}  // namespace momentree::app
