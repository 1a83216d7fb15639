// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/column_drag.hpp"

#include <QMimeData>
#include <algorithm>

namespace momentree::app {
namespace {

constexpr qsizetype mostOfElement = 3;

QStringList columnsOfElement(const QString& prefix, const std::vector<ColumnChoice>& choices) {
    QStringList all, coordinates;
    for (const ColumnChoice& choice : choices) {
        if (!choice.name.startsWith(prefix)) continue;
        all << choice.name;
        if (choice.name.mid(prefix.size()).startsWith(QLatin1Char('q'))) coordinates << choice.name;
    }
    return coordinates.isEmpty() ? all.mid(0, mostOfElement) : coordinates;
}

}  // namespace

QString columnMimeType() { return QStringLiteral("application/x-momentree-columns"); }

QMimeData* columnMime(const QStringList& quantities) {
    auto* data = new QMimeData;
    data->setData(columnMimeType(), quantities.join(QLatin1Char('\n')).toUtf8());
    return data;
}

bool holdsColumns(const QMimeData& data) { return data.hasFormat(columnMimeType()); }

QStringList columnsIn(const QMimeData& data) {
    return QString::fromUtf8(data.data(columnMimeType()))
        .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

QStringList droppedColumns(const QStringList& quantities,
                           const std::vector<ColumnChoice>& choices) {
    QStringList columns;
    for (const QString& quantity : quantities) {
        if (quantity.endsWith(QLatin1String(".*"))) {
            columns << columnsOfElement(quantity.chopped(1), choices);
        } else if (std::any_of(choices.begin(), choices.end(),
                               [&](const ColumnChoice& c) { return c.name == quantity; })) {
            columns << quantity;
        }
    }
    columns.removeDuplicates();
    return columns;
}

}  // namespace momentree::app
