// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "fpga_link/client/board_error.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::fpga {

/// A private momentree-board on this machine: a virtual board. It ends with its owner, even if that
/// is killed.
class OwnAgent {
public:
    /// @param command program and arguments; the listening address is added
    /// @param port 0: any free port
    static Expected<OwnAgent> start(std::vector<std::string> command, std::uint16_t port = 0,
                                    std::chrono::milliseconds deadline = std::chrono::seconds(10));
    OwnAgent(OwnAgent&& other) noexcept;
    OwnAgent& operator=(OwnAgent&& other) noexcept;
    ~OwnAgent();

    Address address() const { return {"127.0.0.1", port_}; }
    pid_t process() const { return process_; }
    /// Asks the agent to end, and kills it after the deadline.
    /// @return its exit code, -1 if it was killed
    int stop(std::chrono::milliseconds deadline = std::chrono::seconds(3));

private:
    OwnAgent() = default;
    Expected<void> readPort(const std::string& program, std::chrono::milliseconds deadline);
    bool hasEnded(std::chrono::steady_clock::time_point deadline) const;

    pid_t process_ = -1;
    std::uint16_t port_ = 0;
    Descriptor input_, output_;  // pipes of the agent
};

}  // namespace momentree::fpga
