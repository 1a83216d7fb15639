// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace momentree::fpga {

/// What the register map lists. On a board an access to anything else is a bus error that ends
/// the program.
bool isReadable(std::uint32_t offset);
bool isWritable(std::uint32_t offset);

}  // namespace momentree::fpga
