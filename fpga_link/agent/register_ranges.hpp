// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace momentree::fpga {

/// Whether the register map contains a register. On a board, access to any other offset is a bus
/// error that ends the program.
bool isReadable(std::uint32_t offset);
bool isWritable(std::uint32_t offset);

}  // namespace momentree::fpga
