// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_table.hpp"

#include <QHeaderView>
#include <QTableWidget>
#include <algorithm>
#include <numeric>

#include "app/base/text.hpp"
#include "app/panels/lessons/lesson_player.hpp"

namespace momentree::app {
namespace {

constexpr int headLines = 4;  ///< of a header: name and unit
constexpr int rowLines = 2;   ///< of a row: a name or a number may need both
constexpr int cellMargin = 12;

/// Columns have room for their numbers, or where these are too wide together, for the longest
/// words.
class LessonTable final : public QTableWidget {
public:
    LessonTable(int rows, int columns, int namesWidth)
        : QTableWidget(rows, columns), namesWidth_(namesWidth) {}

protected:
    void resizeEvent(QResizeEvent* event) override {
        QTableWidget::resizeEvent(event);
        int name = 0;
        for (int r = 0; r < rowCount(); ++r)
            name = std::max(name, longestWord(verticalHeaderItem(r)->text()) + cellMargin);
        QList<int> needed = widths(true);
        if (name + sum(needed) > width()) needed = widths(false);
        const int all = sum(needed);
        verticalHeader()->setFixedWidth(std::max(name, std::min(namesWidth_, width() - all)));
        int left = width() - verticalHeader()->width() - all;
        for (int c = 0; c < columnCount(); ++c) {
            const int more = std::max(0, left / (columnCount() - c));
            horizontalHeader()->resizeSection(c, needed[c] + more);
            left -= more;
        }
    }

private:
    static int sum(const QList<int>& widths) {
        return std::accumulate(widths.begin(), widths.end(), 0);
    }
    /// @param whole numbers stay in one line
    QList<int> widths(bool whole) const {
        QList<int> needed;
        for (int c = 0; c < columnCount(); ++c) {
            int widest = longestWord(horizontalHeaderItem(c)->text());
            for (int r = 0; r < rowCount(); ++r) {
                const QString text = item(r, c)->text();
                widest = std::max(
                    widest, whole ? fontMetrics().horizontalAdvance(text) : longestWord(text));
            }
            needed << widest + cellMargin;
        }
        return needed;
    }
    int longestWord(const QString& text) const {
        int most = 0;
        for (const QString& word : text.simplified().split(' '))
            most = std::max(most, fontMetrics().horizontalAdvance(word));
        return most;
    }
    int namesWidth_;
};

/// Units are in the headers only.
void fillCells(QTableWidget& table, const LessonPlayer& player) {
    const std::vector<std::string> runs = player.compared();
    for (int c = 0; c < table.columnCount(); ++c) {
        const LessonColumn& column = player.step().table[static_cast<std::size_t>(c)];
        const QString label = QString::fromStdString(column.label);
        const QString unit = QString::fromStdString(column.unit);
        table.setHorizontalHeaderItem(
            c, new QTableWidgetItem(unit.isEmpty() ? label : label + "\n[" + unit + "]"));
        for (int r = 0; r < table.rowCount(); ++r) {
            const std::string& run = runs[static_cast<std::size_t>(r)];
            const QString name = QString::fromStdString(player.lesson().run(run)->label);
            if (c == 0) table.setVerticalHeaderItem(r, new QTableWidgetItem(name));
            auto* item = new QTableWidgetItem(player.measured(column, run));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table.setItem(r, c, item);
        }
    }
}

}  // namespace

QTableWidget* makeLessonTable(const LessonPlayer& player, const QFont& font, int namesWidth) {
    auto* table = new LessonTable(static_cast<int>(player.compared().size()),
                                  static_cast<int>(player.step().table.size()), namesWidth);
    table->setObjectName("lessonTable");
    table->setAccessibleName(tr("Measurements"));
    table->setFont(font);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::TabFocus);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int line = table->fontMetrics().lineSpacing();
    QHeaderView* heads = table->horizontalHeader();
    heads->setFont(font);
    heads->setSectionResizeMode(QHeaderView::Fixed);
    heads->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter |
                               static_cast<Qt::Alignment>(Qt::TextWordWrap));
    heads->setFixedHeight(line * headLines + 6);
    QHeaderView* names = table->verticalHeader();
    names->setFont(font);
    names->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter |
                               static_cast<Qt::Alignment>(Qt::TextWordWrap));
    names->setDefaultSectionSize(line * rowLines + 4);
    fillCells(*table, player);
    table->setFixedHeight(heads->height() + names->defaultSectionSize() * table->rowCount() + 2);
    return table;
}

}  // namespace momentree::app
