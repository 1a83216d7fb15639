// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/board_test.hpp"

#include "app/panels/accelerator/open_accelerator.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/protocol/self_test_text.hpp"

namespace momentree::app {

BoardTest testBoard(const std::string& address) {
    using Outcome = BoardTest::Outcome;
    const auto failed = [](const fpga::BoardError& error) -> BoardTest {
        const bool misspelt = error.trouble == fpga::Trouble::BadAddress;
        return {misspelt ? Outcome::BadAddress : Outcome::NoAnswer,
                fpga::boardMessage(error).str()};
    };
    auto opened = openAccelerator(QString::fromStdString(address), {});
    if (!opened) return failed(opened.error());
    const auto result = opened->client.selfTest();
    if (!result) return failed(result.error());
    const fpga::wire::HelloAck& board = opened->client.board();
    return {fpga::wire::passed(*result) ? Outcome::Passed : Outcome::Failed,
            board.agent + " on " + board.machine + ", " + board.device + '\n' +
                fpga::wire::textOf(*result)};
}

}  // namespace momentree::app
