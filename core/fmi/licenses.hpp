// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic.hpp"
#include "core/io/zip.hpp"

namespace momentree::fmi {

/// The licences of a unit, in the folder that FMI has for them: those of this program and of what
/// is linked into it, and of each library that Debian's packages on this machine describe.
/// `license.txt` lists them. Libraries whose licences are not here are appended to `notes`.
/// @param unit name of the library of this program in the unit
/// @param libraries paths of the others on this machine
std::vector<ZipEntry> licensesOf(const std::string& unit, std::vector<std::string> libraries,
                                 Diagnostics* notes);

}  // namespace momentree::fmi
