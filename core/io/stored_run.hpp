// SPDX-License-Identifier: Apache-2.0
// Reads the record of a run (see provenance.hpp) back from a report, an HDF5 file or a
// capsule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/provenance.hpp"
#include "core/model/description.hpp"

namespace momentree {

/// A column of a stored table with all its rows.
struct StoredColumn {
    std::string name;
    std::vector<double> values;
};

struct StoredRun {
    ModelDescription model;
    RunSpec spec;     ///< `parallel` with the number of threads that it had
    int threads = 1;  ///< of the backend
    std::optional<LaterStart> start;
    std::string controller;  ///< what set the inputs, empty if nothing did
    std::string version, commit;
    MachineFacts machine;
    ResultMarks results;
    std::vector<StoredColumn> columns;  ///< of an HDF5 file or a capsule
};

/// Whether the content of a file begins like one that holds rows: HDF5 or a capsule.
bool holdsRows(const std::string& path);
/// An error if the file is neither report, HDF5 file nor capsule, has no record, or if the record
/// does not fit its hash because it has been edited. "-" is a report from standard input.
Result<StoredRun> readStoredRun(const std::string& path);
/// The same for the text of a report; `path` is the name of its file.
Result<StoredRun> readStoredText(std::string text, const std::string& path);

}  // namespace momentree
