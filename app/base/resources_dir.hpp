// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace momentree {

/// The folder with `examples/`, `schema/` and `icons/`: $MOMENTREE_RESOURCES if set, otherwise
/// `share/momentree` next to the folder of the program (if installed), otherwise the source tree of
/// the build. Does not check that the folder exists.
std::filesystem::path resourcesDirectory();

}  // namespace momentree
