// SPDX-License-Identifier: Apache-2.0
// Reads what lessons and exercises have in common: quantities, bounds, changed values.
#pragma once

#include <span>

#include "core/io/json.hpp"
#include "core/lessons/lesson.hpp"

namespace momentree {

/// A number that may be missing.
void readNumber(ObjectReader& reader, std::string_view key, std::optional<double>& out);
/// The name of a run, which must be one of `runs`.
void readRunName(ObjectReader& reader, std::string_view key, std::string& out, Need need,
                 std::span<const std::string> runs);
void checkRunName(const std::string& name, const Place& where, int line,
                  std::span<const std::string> runs, Problems& problems);
/// The fields of a quantity, which are part of a larger object.
/// @param ofNamedRun whether the field "run" is required; otherwise it is not allowed
void readQuantity(ObjectReader& reader, Quantity& out, bool ofNamedRun,
                  std::span<const std::string> runs);
/// A list of names.
void readNames(ObjectReader& reader, std::string_view key, std::vector<std::string>& out);
/// An object of numbers, texts and Booleans, as texts. A later value of a name replaces an earlier
/// one, also one in `out`.
void readValues(ObjectReader& reader, std::string_view key,
                std::vector<std::pair<std::string, std::string>>& out);
/// A text file in `folder`, named by `file`.
void readPageFile(ObjectReader& reader, std::string_view key, const std::string& folder,
                  const std::string& file, std::string& out);

}  // namespace momentree
