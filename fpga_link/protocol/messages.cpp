// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/messages.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace momentree::fpga::wire {

bool isUtf8(BytesView bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const std::uint32_t first = bytes[i++];
        const int more = first < 0x80 ? 0 : std::countl_one(bytes[i - 1]) - 1;
        if (first >= 0x80 && (more < 1 || more > 3)) return false;
        std::uint32_t number = more == 0 ? first : first & (0x3Fu >> more);
        for (int k = 0; k < more; ++k, ++i) {
            if (i == bytes.size() || (bytes[i] & 0xC0) != 0x80) return false;
            number = number << 6 | (bytes[i] & 0x3F);
        }
        constexpr std::array<std::uint32_t, 4> least{0, 0x80, 0x800, 0x1'0000};
        if (number < least[static_cast<std::size_t>(more)] || number > 0x10'FFFF ||
            (number >= 0xD800 && number < 0xE000))
            return false;
    }
    return true;
}

std::string shortened(std::string text, std::size_t most) {
    const auto continues = [&](std::size_t i) {
        return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    };
    if (text.size() > most) {
        while (most > 0 && continues(most)) --most;
        text.resize(most);
    }
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    if (!isUtf8(BytesView(bytes, text.size())))
        std::replace_if(
            text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; },
            '?');
    return text;
}

}  // namespace momentree::fpga::wire
