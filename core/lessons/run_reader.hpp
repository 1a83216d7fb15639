// SPDX-License-Identifier: Apache-2.0
// Parts that files of lessons and of papers have in common.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/io/json.hpp"
#include "core/lessons/lesson.hpp"

namespace momentree {

/// Reads a run and appends it to `runs` and its name to `names`, those of all earlier runs.
/// @param folder of the models that runs name by `model`
/// @param examples of those that they name by `example`
void readLessonRun(const JsonNode& node, const std::string& folder, const std::string& examples,
                   std::vector<LessonRun>& runs, std::vector<std::string>& names,
                   Problems& problems);

/// Reads what is measured, its unit and its bounds.
void readClaimed(ObjectReader& reader, Claim& claim, std::span<const std::string> runs);
/// Reads the bounds alone: 'value' and 'within', or 'below', or 'above'.
void readBounds(ObjectReader& reader, Claim& claim);

}  // namespace momentree
