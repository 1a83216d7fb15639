// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace momentree::app {

/// A board's test of itself, for the command line.
struct BoardTest {
    enum class Outcome { Passed, Failed, NoAnswer, BadAddress };
    Outcome outcome = Outcome::NoAnswer;
    std::string text;  ///< lines for each check, or why there is no answer and what to do
};

/// Connects and waits for the result.
/// @param address "HOST:PORT", "virtual-board" or "virtual-board:rtl"
BoardTest testBoard(const std::string& address);

}  // namespace momentree::app
