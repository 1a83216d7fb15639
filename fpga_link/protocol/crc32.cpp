// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/crc32.hpp"

#include <zlib.h>

#include <array>

namespace momentree::fpga {

std::uint32_t crc32(std::uint32_t before, std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(
        ::crc32(before, bytes.data(), static_cast<uInt>(bytes.size())));
}

std::uint32_t crc32(std::uint32_t before, std::uint32_t word) {
    std::array<std::uint8_t, 4> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
    return crc32(before, bytes);
}

}  // namespace momentree::fpga
