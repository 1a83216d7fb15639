// SPDX-License-Identifier: Apache-2.0
// Finished runs on the disk, each in a separate folder that is complete or absent: summary.json
// and, if requested, table.csv with every column.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/results.hpp"
#include "core/study/study.hpp"
#include "core/study/summary.hpp"

namespace momentree {

/// Names what a run depends on: the program's version, the model as text, the settings and the
/// reference (its key, empty for none).
std::string runKey(const std::string& modelText, const RunSettings& settings,
                   const std::string& referenceKey);

std::string runFolder(const std::string& folder, const std::string& key);
std::string tablePath(const std::string& folder, const std::string& key);

/// The summary of a finished run, nothing if there is none that can be read.
std::optional<RunSummary> readStored(const std::string& folder, const std::string& key);
/// Keeps a run; `recording` null for no table. If another process has kept it meanwhile, that
/// stays.
Result<void> store(const std::string& folder, const std::string& key, const RunSummary& summary,
                   const Recording* recording, const RowLayout* layout);

/// A table as `store` has written it, with the phases left 0.
Result<std::shared_ptr<const Recording>> readTable(const std::string& path,
                                                   const RowLayout& layout);

/// A summary as JSON and back.
std::string summaryText(const RunSummary& summary);
Result<RunSummary> readSummary(std::string text);

}  // namespace momentree
