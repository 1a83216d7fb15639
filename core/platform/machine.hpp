// SPDX-License-Identifier: Apache-2.0
// This machine and its system.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace momentree::platform {

std::optional<std::string> processorName();
/// What differs between processors that have other instructions, as text to compare.
std::string processorFacts();
/// Name and version of the library that has the elementary functions.
std::pair<std::string, std::string> systemLibrary();
/// The running program; empty if the system does not tell.
std::filesystem::path programFile();
/// The user's folder for what can be made again, if the system has one.
std::optional<std::filesystem::path> cacheFolder();

extern const char folderSeparator;  ///< ':' between the folders of a variable of the environment

}  // namespace momentree::platform
