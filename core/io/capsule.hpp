// SPDX-License-Identifier: Apache-2.0
// Capsules: a run as one file that needs no other, on any machine. A zip archive with
//   report.json           the report, with the record of the run (see provenance.hpp)
//   table.csv             the rows, with the columns of the report
//   model.momentree.json  the model with the settings of the run
//   meshes/               the meshes of the model
//   README.txt            what this is
//   SHA256SUMS            checksums of the others, for `sha256sum -c`
#pragma once

#include <string>

#include "core/io/results.hpp"
#include "core/io/stored_run.hpp"

namespace momentree {

/// Writes a run whose recording knows its origin; others are an error. Meshes that cannot be read
/// are left out.
Result<void> writeCapsule(const Recording& recording, const ReportFacts& facts,
                          const std::string& path);

/// Reads one whose files fit their checksums. Its meshes are unpacked into the user's cache, once
/// for each content.
Result<StoredRun> readCapsule(const std::string& path);

}  // namespace momentree
