// SPDX-License-Identifier: GPL-3.0-or-later
// What a learner must be able to see when a lesson shows its runs.
#pragma once

#include <QHeaderView>
#include <QTableWidget>
#include <QTest>
#include <algorithm>

#include "app/panels/lessons/lesson_chart.hpp"
#include "app/panels/lessons/lesson_player.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

/// The first pose of the run in the scene that is not in the picture; empty if there is none.
inline QString outOfSight(const LessonPlayer& player, const Viewport& view) {
    const LessonResult& result = player.results()->at(player.shown());
    // The names of the runs lie at the right edge.
    const QRect free = view.rect().adjusted(
        0, 0, -qRound(std::min(view.scene().options().freeRight, 0.4 * view.width())), 0);
    const std::vector<std::string>& framed = player.step().frame;
    for (const Body& body : result.experiment.model->bodies) {
        if (!framed.empty() && std::ranges::find(framed, body.name) == framed.end()) continue;
        const int x = result.layout->column(body.name + ".x");
        if (x < 0) return QStringLiteral("no column of %1").arg(body.name.c_str());
        for (std::size_t k = 0; k < result.recording->size(); k += 7) {
            const auto at = [&](int c) { return result.recording->at(k, x + c); };
            const QPoint seen = view.toView({at(0), at(1), at(2)}).toPoint();
            if (!free.contains(seen))
                return QStringLiteral("%1, row %2: %3, %4 of %5, %6")
                    .arg(body.name.c_str())
                    .arg(k)
                    .arg(seen.x())
                    .arg(seen.y())
                    .arg(free.width())
                    .arg(view.height());
        }
    }
    return {};
}

/// The first text of the table with a word that its column cuts or elides; empty if there is none.
inline QString wordsCutIn(const QTableWidget& table) {
    const auto fits = [&](const QString& text, int width) {
        for (const QString& word : text.simplified().split(' '))
            if (table.fontMetrics().horizontalAdvance(word) + 8 >= width) return false;
        return true;
    };
    int right = table.verticalHeader()->width();
    for (int c = 0; c < table.columnCount(); ++c) {
        const int width = table.columnWidth(c);
        right += width;
        if (!fits(table.horizontalHeaderItem(c)->text(), width) || right > table.width())
            return table.horizontalHeaderItem(c)->text();
        for (int r = 0; r < table.rowCount(); ++r)
            if (!fits(table.item(r, c)->text(), width)) return table.item(r, c)->text();
    }
    for (int r = 0; r < table.rowCount(); ++r)
        if (!fits(table.verticalHeaderItem(r)->text(), table.verticalHeader()->width()))
            return table.verticalHeaderItem(r)->text();
    return {};
}

/// The narrow page would cut names off in a legend; the list of runs has them.
inline bool legendIsLeftOut(const LessonChart& chart) {
    return chart.findChild<LegendBar*>()->isHidden();
}

}  // namespace momentree::app
