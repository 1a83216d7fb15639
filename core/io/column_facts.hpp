// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/csv.hpp"
#include "core/io/json_text.hpp"

namespace momentree {

/// What a column of a table holds.
struct ColumnFacts {
    std::string name;
    std::string unit;     ///< see `columnUnits`
    std::string element;  ///< name of the body, joint, motion or coupling, or empty
    std::string meaning;
};
/// The time and the columns of `tableColumns`, in their order.
std::vector<ColumnFacts> columnFacts(const Model& model, const RowLayout& layout,
                                     CsvColumns columns = CsvColumns::All);
/// The same as a list of JSON objects with the keys name, unit, element and meaning.
JsonItem columnsItem(const Model& model, const RowLayout& layout,
                     CsvColumns columns = CsvColumns::All);

}  // namespace momentree
