// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace momentree::fpga {

/// CRC-32 of IEEE 802.3 of bytes that follow those of which `before` is the CRC; 0 before the
/// first.
std::uint32_t crc32(std::uint32_t before, std::span<const std::uint8_t> bytes);
/// The same of a word, its lowest byte first.
std::uint32_t crc32(std::uint32_t before, std::uint32_t word);

}  // namespace momentree::fpga
