// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace momentree {

/// The folder that holds `examples/`, `schema/` and `icons/`: $MOMENTREE_RESOURCES where it is set,
/// else `share/momentree` next to the folder of the program (an installed program), else the source
/// tree that the program was built from. Does not check that the folder exists.
std::filesystem::path resourcesDirectory();

}  // namespace momentree
