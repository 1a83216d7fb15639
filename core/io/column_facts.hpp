// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree {

/// What a column of a table holds.
struct ColumnFacts {
    std::string name;
    std::string unit;     ///< see `columnUnits`
    std::string element;  ///< name of the body, joint, motion or coupling, or empty
    std::string meaning;
};
/// The time and the columns of `tableColumns` with `CsvColumns::All`, in their order.
std::vector<ColumnFacts> columnFacts(const Model& model, const RowLayout& layout);

}  // namespace momentree
