// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace momentree::fpga {

/// CRC-32 of IEEE 802.3, continuing from `before`, the CRC of the preceding bytes; initially 0.
std::uint32_t crc32(std::uint32_t before, std::span<const std::uint8_t> bytes);
/// The same for a word, lowest byte first.
std::uint32_t crc32(std::uint32_t before, std::uint32_t word);

}  // namespace momentree::fpga
