// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/resources_dir.hpp"

#include <cstdlib>
#include <system_error>

#include "core/platform/machine.hpp"

namespace momentree {

std::filesystem::path resourcesDirectory() {
    namespace fs = std::filesystem;
    if (const char* chosen = std::getenv("MOMENTREE_RESOURCES"); chosen && *chosen) return chosen;

    std::error_code ignored;
    const fs::path program = platform::programFile();
    const fs::path installed = program.parent_path().parent_path() / "share" / "momentree";
    if (fs::is_directory(installed, ignored)) return installed;
    return MOMENTREE_RESOURCES;
}

}  // namespace momentree
