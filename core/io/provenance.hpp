// SPDX-License-Identifier: Apache-2.0
// The record that reports, HDF5 files and pictures carry: what was computed, by which program, on
// which machine.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/json.hpp"
#include "core/io/json_text.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_origin.hpp"

namespace momentree {

/// What can change the last bits of a result, by name: processor, architecture, instructions,
/// compiler, build, libraries.
using MachineFacts = std::vector<std::pair<std::string, std::string>>;
MachineFacts thisMachine();
/// The name of this machine's processor.
std::string processorName();

/// Fingerprints of the first rows of a recording, without the times of phases. Two runs with the
/// same hash have the same bits; NaNs are equal.
struct ResultMarks {
    std::size_t rows = 0;
    std::size_t capacity = 0;  ///< of the recording, on which thinning depends
    double time = 0.0;         ///< of the last row [s]
    std::string hash;          ///< SHA-256 of all rows
    std::size_t rowsPerMark = 1;
    std::string marks;            ///< 8 digits of the hash of all rows up to each `rowsPerMark`
    std::vector<double> lastRow;  ///< the columns of `resultColumns`
};
inline constexpr std::size_t markDigits = 8;

/// The columns of a recorded row that are results: all but the times of phases, and powers and
/// works, which follow from the motion.
std::vector<int> resultColumns(const RowLayout& layout);
/// @param rows the number of rows, at most the size of the recording
/// @param rowsPerMark 0 for at most 1024 marks
ResultMarks marksOf(const Recording& recording, const RowLayout& layout, std::size_t rows,
                    std::size_t rowsPerMark = 0);

/// Adds to a JSON object: `settings` (every setting), `model_as_run`, `start` if the run continues
/// an earlier motion, `controller` if one set its inputs, `version`, `commit`, `hash` and
/// `machine`.
void addProvenance(JsonItem& object, const RunOrigin& origin);
/// Adds `results`.
void addMarks(JsonItem& object, const ResultMarks& marks);

/// The same for a model that has not run, without settings.
void addProvenance(JsonItem& object, const ModelDescription& model);
std::string provenanceText(const ModelDescription& model);
/// A JSON object with both, without results if `marks` is null.
std::string provenanceText(const RunOrigin& origin, const ResultMarks* marks = nullptr);

/// The `hash` of a record: SHA-256 of the members that determine the result, in a canonical text
/// that depends on neither spaces nor how numbers are written.
std::string hashOf(const JsonNode& record);

}  // namespace momentree
