// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree::app {

/// How a table of another program is read: a file of JSON with `separator` ("comma", "semicolon",
/// "tab" or "blank"), `header` (false: columns are numbered from 1), `time` and `columns`, a list
/// of
/// {"from", "to", "unit", "factor", "offset"}. Lines that begin with # are left out.
struct ReferenceMapping {
    /// value = factor (as read) + offset, in SI units.
    struct Column {
        std::string from, to;  ///< column of the table, column of a recording
        double factor = 1.0, offset = 0.0;
    };
    char separator = ',';  ///< a blank stands for any number of blanks and tabs
    bool header = true;
    std::string time = "time";
    double timeFactor = 1.0;
    std::vector<Column> columns;
};

/// Every problem has a line.
Result<ReferenceMapping> readMapping(const std::string& path);
/// The mapping that belongs to a table without being named: NAME.mapping.json beside NAME.csv.
std::optional<std::string> mappingBeside(const std::string& table);

}  // namespace momentree::app
