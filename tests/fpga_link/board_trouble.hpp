// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/client/board_error.hpp"

namespace momentree::test {

/// For the log of a test.
inline std::string textOf(const fpga::BoardError& error) {
    std::string text = "trouble " + std::to_string(static_cast<int>(error.trouble));
    for (const std::string& detail : error.details) text += ", " + detail;
    return text;
}

/// Whether the connection ended, by whichever end.
inline bool hasLost(const fpga::BoardError& error) {
    switch (error.trouble) {
        case fpga::Trouble::NotConnected:
        case fpga::Trouble::Broken:
        case fpga::Trouble::Closed:
        case fpga::Trouble::AgentStopped:
        case fpga::Trouble::Dropped:
            return true;
        default:
            return false;
    }
}

}  // namespace momentree::test
