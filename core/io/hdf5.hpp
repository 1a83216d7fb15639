// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/results.hpp"

namespace momentree {

/// Writes a recording as HDF5. Each column becomes a dataset of the same name with one double per
/// row and, if it has a unit, the attribute `units`. A "/" in a name creates groups; a name already
/// in use gets " (2)". `All` adds columns that a CSV does not have: phase times, iterations,
/// momenta and multipliers. The dataset `columns` lists the names in order. Attributes of the root:
/// `momentree` and `format` (versions), and the facts of the report under their names. An existing
/// file is replaced only when the new one is complete.
Result<void> writeHdf5(const Recording& recording, const Model& model, const ReportFacts& facts,
                       CsvColumns columns, const std::string& path);

}  // namespace momentree
