// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/panels/accelerator/board_test.hpp"

namespace momentree::cli {

int boardCommand(const BoardOptions& options) {
    using Outcome = app::BoardTest::Outcome;
    const app::BoardTest test = app::testBoard(options.address);
    if (test.outcome == Outcome::BadAddress || test.outcome == Outcome::NoAnswer) {
        print(test.text);
        return test.outcome == Outcome::BadAddress ? exitBadUse : exitFailed;
    }
    std::cout << test.text;
    return test.outcome == Outcome::Passed ? exitDone : exitFailed;
}

}  // namespace momentree::cli
