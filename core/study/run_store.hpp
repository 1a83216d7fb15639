// SPDX-License-Identifier: Apache-2.0
// Finished runs on disk. Each has a folder that is complete or absent, with summary.json and, if
// requested, table.csv with all columns.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/csv.hpp"
#include "core/study/study.hpp"
#include "core/study/summary.hpp"

namespace momentree {

/// A hash of everything a run depends on: the program's version, the model's text, the settings and
/// the reference (its key, empty for none).
std::string runKey(const std::string& modelText, const RunSettings& settings,
                   const std::string& referenceKey);

std::string runFolder(const std::string& folder, const std::string& key);
std::string tablePath(const std::string& folder, const std::string& key);

/// The summary of a finished run, if there is one that can be read.
std::optional<RunSummary> readStored(const std::string& folder, const std::string& key);
/// Stores a run, without a table if `recording` is null. A run stored meanwhile by another process
/// is kept.
Result<void> store(const std::string& folder, const std::string& key, const RunSummary& summary,
                   const Recording* recording, const RowLayout* layout);

/// Reads a table written by `store`; phases are 0.
Result<std::shared_ptr<const Recording>> readTable(const std::string& path,
                                                   const RowLayout& layout);

/// Converts a summary to JSON and back.
std::string summaryText(const RunSummary& summary);
Result<RunSummary> readSummary(std::string text);

}  // namespace momentree
