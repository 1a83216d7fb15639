// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

#include "fpga_link/client/board_error.hpp"
#include "fpga_link/protocol/messages.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::fpga {

using Clock = std::chrono::steady_clock;

/// A received frame.
struct Received {
    std::uint16_t type = 0;
    std::uint32_t sequence = 0;
    wire::Bytes payload;
};

/// Frames over TCP; no call blocks longer than its deadline.
class Connection {
public:
    static Expected<Connection> open(const Address& address, std::chrono::milliseconds deadline,
                                     const std::stop_token& stop);

    Expected<void> send(wire::BytesView bytes, Clock::time_point deadline,
                        const std::stop_token& stop);
    /// The next frame; empty on timeout.
    Expected<std::optional<Received>> receive(Clock::time_point deadline,
                                              const std::stop_token& stop);
    /// When the first byte of the last frame arrived.
    Clock::time_point firstByte() const { return firstByte_; }
    Clock::time_point heard() const { return heard_; }  ///< when the last byte arrived

private:
    explicit Connection(Descriptor socket);
    Expected<bool> read(Clock::time_point deadline, const std::stop_token& stop);
    void setPatience(Clock::duration time);
    Expected<bool> wait(short events, Clock::time_point deadline, const std::stop_token& stop);

    Descriptor socket_;
    std::chrono::milliseconds patience_{0};  // timeout of `recv`, a power of two; 0: none
    wire::Bytes input_;
    std::size_t taken_ = 0;  // bytes consumed from input_
    Clock::time_point firstByte_, heard_;
};

}  // namespace momentree::fpga
