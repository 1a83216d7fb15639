// SPDX-License-Identifier: GPL-3.0-or-later
// Drag and drop of quantities onto plots.
#pragma once

#include <QStringList>
#include <vector>

#include "app/plots/column_choices.hpp"

class QMimeData;

namespace momentree::app {

/// A recorded column, "crank.vx", or an element, "crank.*".
QMimeData* columnMime(const QStringList& quantities);
bool holdsColumns(const QMimeData& data);
QStringList columnsIn(const QMimeData& data);
/// The type of the mime data.
QString columnMimeType();

/// The existing columns; for an element its position or coordinates, otherwise its first three
/// columns.
QStringList droppedColumns(const QStringList& quantities, const std::vector<ColumnChoice>& choices);

}  // namespace momentree::app
