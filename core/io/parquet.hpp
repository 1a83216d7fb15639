// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/csv.hpp"
#include "core/io/results.hpp"

namespace momentree {

/// Writes a recording as Apache Parquet: the columns of `tableColumns`, after the time, as required
/// doubles, compressed (GZIP). Key-value metadata of the file: `momentree` (version), `model`,
/// `status`, `columns` (JSON: name, unit, element and meaning of each) and, if the recording knows
/// its origin, `provenance` (see provenance.hpp). An existing file is replaced only when the new
/// one is complete.
Result<void> writeParquet(const Recording& recording, const Model& model, const ReportFacts& facts,
                          CsvColumns columns, const std::string& path);

}  // namespace momentree
