// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/io/csv.hpp"
#include "core/io/results.hpp"
#include "core/io/stored_run.hpp"

namespace momentree {

/// Writes a recording as HDF5. Each column becomes a dataset of the same name with one double per
/// row and, if it has a unit, the attribute `units`. A "/" in a name creates groups; a name already
/// in use gets " (2)". `All` adds columns that a CSV does not have: phase times, iterations,
/// momenta and multipliers. The dataset `columns` lists the names in order. Attributes of the root:
/// `momentree` and `format` (versions), and the facts of the report under their names. An existing
/// file is replaced only when the new one is complete. With the attribute `provenance`, the record
/// of the run as JSON (see provenance.hpp), if the recording knows its origin.
Result<void> writeHdf5(const Recording& recording, const Model& model, const ReportFacts& facts,
                       CsvColumns columns, const std::string& path);

/// What such a file holds.
struct Hdf5Content {
    std::string provenance;  ///< JSON, empty if it has none
    std::vector<StoredColumn> columns;
};
/// Whether a file begins like an HDF5 file.
bool isHdf5(const std::string& path);
/// An error if the file cannot be read, or has changed since `writeHdf5` wrote it: the library may
/// crash on damaged files, so a checksum follows its contents.
Result<Hdf5Content> readHdf5(const std::string& path);

}  // namespace momentree
