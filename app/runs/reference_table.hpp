// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/runs/reference_mapping.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/result.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// An external motion: quantities at times.
struct ReferenceTable {
    std::vector<std::string> columns, units;  ///< without time; the unit is empty if not given
    std::vector<double> times;                ///< ascending [s]
    std::vector<double> values;               ///< [times * columns], row by row
};

/// Fields of one line; empty if a quote is not closed.
/// @param separator a blank stands for any number of blanks and tabs
std::optional<std::vector<QByteArray>> fieldsIn(const QByteArray& line, char separator);

/// A line of a table without its end and, unless tabs separate, blanks around it: tabs at its end
/// are empty fields.
QByteArray bareLine(const QByteArray& line, char separator);
/// The fields of a row of `width` columns. Other programs may end each row with a separator.
std::optional<std::vector<QByteArray>> rowFields(const QByteArray& line, char separator,
                                                 std::size_t width);
/// The names in a comment above numbers, "# time, q", where there is one for each number; otherwise
/// nothing.
std::optional<std::vector<QByteArray>> namesAbove(const QByteArray& comment,
                                                  const std::vector<QByteArray>& numbers,
                                                  char separator, bool decimalComma);

/// The names of columns from the first line: those of a header, the second of a name as "NAME (2)",
/// or the numbers from 1.
std::vector<std::string> columnNames(const std::vector<QByteArray>& firstLine, bool header);

/// The number of a field; "NaN", "-nan" and "-nan(ind)" are numbers, too. Nothing if it is none.
std::optional<double> numberIn(const QByteArray& field, bool decimalComma);

/// Reads a table as written by `momentree run --csv` and by plots: RFC 4180, "time" first, then
/// recorded columns; headers may contain units, "pin.q [rad]". With a mapping, a table of another
/// program, whose empty fields are missing values (NaN).
Result<ReferenceTable> readReferenceTable(const QByteArray& text,
                                          const ReferenceMapping* mapping = nullptr);
/// The same from a file, with the mapping in a file, or with the one beside the table if that is
/// empty (see `mappingBeside`); or all rows of an HDF5 file or a capsule of a run.
Result<ReferenceTable> readReferenceFile(const std::string& path, const std::string& mapping = {});

/// A table as a recording of a model.
struct Reference {
    /// nan in columns that are not in the table, but for poses that follow from joints
    std::shared_ptr<const Recording> recording;
    bool posed = true;         ///< all bodies have a pose in every row
    std::vector<int> columns;  ///< columns of the layout that are in the table
    Diagnostics leftOut;       ///< columns that the model does not have
};
/// An error, with a hint, if no column matches or if one is not in SI units.
Result<Reference> referenceOf(const ReferenceTable& table, const Model& model,
                              const RowLayout& layout);

}  // namespace momentree::app
