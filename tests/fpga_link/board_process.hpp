// SPDX-License-Identifier: Apache-2.0
// Starts the built agent as a separate process, for tests.
#pragma once

#include <QString>
#include <QStringList>

#include "board_trouble.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/client/own_agent.hpp"

namespace momentree::test {

/// The agent, or the command in MOMENTREE_BOARD (an emulator and its program, separated by spaces).
inline std::vector<std::string> boardCommand(const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> command;
    const QString given = qEnvironmentVariable("MOMENTREE_BOARD", MOMENTREE_BOARD_PROGRAM);
    for (const QString& word : given.split(' ', Qt::SkipEmptyParts))
        command.push_back(word.toStdString());
    command.push_back("--quiet");
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

inline fpga::OwnAgent startBoard(const std::vector<std::string>& arguments = {},
                                 std::uint16_t port = 0) {
    auto agent = fpga::OwnAgent::start(boardCommand(arguments), port, std::chrono::seconds(60));
    if (!agent) qFatal("%s", textOf(agent.error()).c_str());
    return std::move(*agent);
}

/// Deadlines that a loaded or emulated machine can meet.
inline fpga::ClientOptions patient() {
    fpga::ClientOptions options;
    options.connect = options.answer = options.silence = std::chrono::seconds(60);
    options.longer = std::chrono::seconds(600);
    return options;
}

inline fpga::BoardClient connectTo(const fpga::Address& address,
                                   const fpga::ClientOptions& options = patient()) {
    auto client = fpga::BoardClient::connect(address, options);
    if (!client) qFatal("%s", textOf(client.error()).c_str());
    return std::move(*client);
}

}  // namespace momentree::test
