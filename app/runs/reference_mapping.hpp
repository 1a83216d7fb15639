// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree::app {

/// How a table of another program is read: a file of JSON with `separator` ("comma", "semicolon",
/// "tab" or "blank"), `decimal` ("point" or "comma"), `header` (false: columns are numbered from
/// 1), `time` and `columns`, a list of {"from", "to", "unit", "factor", "offset"}. The second
/// column with a name is called "NAME (2)". Lines that begin with # are left out, but the last one
/// above a first row of numbers may be the header.
struct ReferenceMapping {
    /// value = factor (as read) + offset, in SI units.
    struct Column {
        std::string from, to;   ///< column of the table, column of a recording
        std::string unit = {};  ///< of the table, "deg/s"; empty for SI
        double factor = 1.0, offset = 0.0;
    };
    char separator = ',';  ///< a blank stands for any number of blanks and tabs
    bool decimalComma = false;
    bool header = true;
    std::string time = "time";
    std::string timeUnit = {};  ///< empty for seconds
    std::vector<Column> columns;
};

/// The factor of a unit to SI: one of models ("mm", "rpm") or a product of powers of them
/// ("deg/s^2", "N mm"); empty if it is none.
std::optional<double> unitFactor(const std::string& unit);

/// Every problem has a line.
Result<ReferenceMapping> readMapping(const std::string& path);
/// The text of such a file.
std::string mappingText(const ReferenceMapping& mapping);
/// Where the mapping of a table is looked for.
std::string mappingPath(const std::string& table);
/// The mapping that belongs to a table without being named: NAME.mapping.json beside NAME.csv.
std::optional<std::string> mappingBeside(const std::string& table);

}  // namespace momentree::app
