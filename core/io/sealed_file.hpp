// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// Appends a checksum (CRC-32) of a file's contents to it; false if it cannot be written. For
/// formats whose readers leave out what follows the contents, such as HDF5.
bool seal(const std::string& path);
/// False if the file ends with a checksum that does not fit its contents.
bool isUnchanged(const std::string& path);

}  // namespace momentree
