// SPDX-License-Identifier: Apache-2.0
// This machine and its system.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace momentree::platform {

std::optional<std::string> processorName();
/// Name and version of the library that has the elementary functions.
std::pair<std::string, std::string> systemLibrary();
/// The running program; empty if the system does not tell.
std::filesystem::path programFile();
/// The user's folder for what can be made again, if the system has one.
std::optional<std::filesystem::path> cacheFolder();

}  // namespace momentree::platform
