// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/text_file.hpp"
#include "core/session/recording.hpp"

namespace momentree {

enum class CsvColumns {
    All,       ///< bodies, joints, energies, drift, balance, states of controllers, and probes that
               ///< are none of these
    Probes,    ///< all probes
    Recorded,  ///< bodies to probes as recorded, then balance; for `readTable`
};

struct TableColumn {
    int column = 0;    ///< of a recorded row
    std::string name;  ///< differs from all others of the table
};
/// The columns of a table without its time.
std::vector<TableColumn> tableColumns(const RowLayout& layout, CsvColumns columns);

/// A field of RFC 4180, quoted if necessary.
std::string csvField(const std::string& text);

/// The second row of a table of several runs: units of the columns.
/// @param units of all columns of a recorded row [layout.width()]
std::string unitsRow(std::size_t runs, const std::vector<TableColumn>& columns,
                     std::span<const std::string> units);

/// Writes the rows of a recording as CSV (RFC 4180, contract section 4), with the shortest text
/// that reads back as the same double. "-" is standard output. If the disk is full, complete rows
/// are kept and the message gives their number.
/// @param units of all columns [layout.width()] for a second row of units; empty: no such row
Result<void> writeCsv(const Recording& recording, const RowLayout& layout, CsvColumns columns,
                      const std::string& path, std::span<const std::string> units = {});

/// The same table as text.
std::string tableText(const Recording& recording, const RowLayout& layout, CsvColumns columns);

/// One run of a merged table. Its columns are called "NAME.COLUMN", or "COLUMN" if `name` is empty.
struct CsvRun {
    std::string name;
    const Recording* recording = nullptr;
};
/// Writes runs of one model next to each other, with one time column: rows of equal index have
/// equal time. After a shorter run ends, its columns are `nan`.
Result<void> writeCsv(std::span<const CsvRun> runs, const RowLayout& layout, CsvColumns columns,
                      const std::string& path, std::span<const std::string> units = {});

}  // namespace momentree
