// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities on their way to a plot by drag and drop.
#pragma once

#include <QStringList>
#include <vector>

#include "app/plots/column_choices.hpp"

class QMimeData;

namespace momentree::app {

/// A column of the record, "crank.vx", or an element, "crank.*".
QMimeData* columnMime(const QStringList& quantities);
bool holdsColumns(const QMimeData& data);
QStringList columnsIn(const QMimeData& data);
/// The type of the mime data.
QString columnMimeType();

/// The columns that are there; of an element its place or coordinates, else its first three.
QStringList droppedColumns(const QStringList& quantities, const std::vector<ColumnChoice>& choices);

}  // namespace momentree::app
