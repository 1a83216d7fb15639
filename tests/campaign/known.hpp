// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace momentree::campaign {

/// The classes of defects in an outcome: "failed: drift: aba", or one "alone: hdca contradiction"
/// for each formulation that stops alone. Empty for other kinds.
std::vector<std::string> classesOf(const std::string& kind, const std::string& reason);

/// Defects that are known: the most mechanisms of 1000 in which each class may occur.
using Known = std::map<std::string, double>;

/// Reads lines of the form "NUMBER CLASS". Lines that begin with # are comments.
/// @throws std::runtime_error with the line that is wrong
Known readKnown(const std::filesystem::path& path);

}  // namespace momentree::campaign
