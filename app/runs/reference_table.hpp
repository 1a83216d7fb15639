// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <memory>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/result.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// A motion from elsewhere: quantities at times.
struct ReferenceTable {
    std::vector<std::string> columns, units;  ///< without time; a unit is empty where none is named
    std::vector<double> times;                ///< ascending [s]
    std::vector<double> values;               ///< [times * columns], row by row
};

/// Reads a table as `momentree run --csv` and plots write one: RFC 4180, "time" first, then columns
/// of a record; heads may name units, "pin.q [rad]".
Result<ReferenceTable> readReferenceTable(const QByteArray& text);
Result<ReferenceTable> readReferenceFile(const std::string& path);

/// A table as a record of a model.
struct Reference {
    std::shared_ptr<const Recording> recording;  ///< nan in the columns that the table lacks
    std::vector<int> columns;                    ///< of the layout, that the table has
    Diagnostics leftOut;                         ///< columns of the table that no model column is
};
/// Refused where no column fits, with what would, or where one is in other units than SI.
Result<Reference> referenceOf(const ReferenceTable& table, const Model& model,
                              const RowLayout& layout);

}  // namespace momentree::app
