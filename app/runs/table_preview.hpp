// SPDX-License-Identifier: GPL-3.0-or-later
// What a table of another program seems to be, before a user says it.
#pragma once

#include <QByteArray>
#include <optional>
#include <string>
#include <vector>

#include "app/runs/reference_mapping.hpp"
#include "core/io/column_facts.hpp"

namespace momentree::app {

/// The beginning of a table.
struct TablePreview {
    char separator = ',';
    bool decimalComma = false;
    bool header = true;
    std::vector<std::string> names;     ///< of the columns; without a header their numbers from 1
    std::vector<std::string> values;    ///< of its first row
    std::vector<std::string> comments;  ///< first lines that begin with #, which may name columns
};
/// Guesses the separator, whether numbers have decimal commas, and whether there is a header where
/// they are not given.
TablePreview previewOf(const QByteArray& text, std::optional<char> separator = {},
                       std::optional<bool> header = {}, std::optional<bool> decimalComma = {});

/// "q1" and "deg" of "q1 [deg]" or "q1 (deg)"; the unit is empty if it is none.
std::pair<std::string, std::string> nameAndUnit(const std::string& column);

/// Maps columns that are called like recorded ones, but for case and punctuation. The time is a
/// column with such a name, or the first one.
/// @param columns of the recording, the time first
ReferenceMapping guessedMapping(const TablePreview& table, const std::vector<ColumnFacts>& columns);

/// Units in which a quantity may be given, its SI unit first: "rad/s", "deg/s", "rpm", ...
std::vector<std::string> unitsFor(const std::string& si);

}  // namespace momentree::app
