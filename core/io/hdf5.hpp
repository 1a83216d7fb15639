// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/results.hpp"

namespace momentree {

/// Writes a recording as HDF5: for each column a dataset of the same name, one double a row, with
/// the attribute `units` where it has one; a "/" in a name makes groups, a name
/// that is taken gets " (2)". `All` are the columns of
/// the CSV and those that no CSV has: phase times, iterations, momenta and multipliers. The dataset
/// `columns` has the names in their order. Attributes of the root: `momentree` and `format`
/// (versions), and the facts of the report under its names. The old file is whole until the new one
/// is.
Result<void> writeHdf5(const Recording& recording, const Model& model, const ReportFacts& facts,
                       CsvColumns columns, const std::string& path);

}  // namespace momentree
