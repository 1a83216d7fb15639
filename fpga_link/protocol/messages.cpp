// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/messages.hpp"

#include <algorithm>

namespace momentree::fpga::wire {

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
    return text;
}

}  // namespace momentree::fpga::wire
