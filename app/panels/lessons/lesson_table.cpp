// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_table.hpp"

#include <QHeaderView>
#include <QTableWidget>
#include <algorithm>

#include "app/base/text.hpp"
#include "app/panels/lessons/lesson_player.hpp"

namespace momentree::app {
namespace {

constexpr int headLines = 4;  ///< of a header: name and unit
constexpr int rowLines = 2;   ///< of a row: a name or a number may need both
constexpr int cellMargin = 12;

/// Columns have room for their longest words, and share what is left.
class LessonTable final : public QTableWidget {
public:
    LessonTable(int rows, int columns, int namesWidth)
        : QTableWidget(rows, columns), namesWidth_(namesWidth) {}

protected:
    void resizeEvent(QResizeEvent* event) override {
        QTableWidget::resizeEvent(event);
        QList<int> needed;
        int all = 0;
        for (int c = 0; c < columnCount(); ++c) {
            int word = longestWord(horizontalHeaderItem(c)->text());
            for (int r = 0; r < rowCount(); ++r)
                word = std::max(word, longestWord(item(r, c)->text()));
            needed << word + cellMargin;
            all += needed.back();
        }
        int name = 0;
        for (int r = 0; r < rowCount(); ++r)
            name = std::max(name, longestWord(verticalHeaderItem(r)->text()));
        verticalHeader()->setFixedWidth(
            std::max(name + cellMargin, std::min(namesWidth_, width() - all)));
        int left = width() - verticalHeader()->width() - all;
        for (int c = 0; c < columnCount(); ++c) {
            const int more = std::max(0, left / (columnCount() - c));
            horizontalHeader()->resizeSection(c, needed[c] + more);
            left -= more;
        }
    }

private:
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
