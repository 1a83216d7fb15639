// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "fpga_link/agent/agent_session.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::fpga {

struct ServerOptions {
    SessionOptions session;
    bool once = false;  ///< ends with the first session
    /// The agent ends when this descriptor is closed at the other end, so that it does not outlive
    /// the program that started it. -1: none.
    int lifeline = -1;
    std::function<void(const std::string&)> log;  ///< one line of text
};

/// Listens, and lets one client at a time control the board. Runs on one thread; only the board has
/// a second one.
class Server {
public:
    Server(Accelerator& accelerator, const wire::HelloAck& identity, Descriptor listener,
           ServerOptions options);

    void run();   ///< until `stop`
    void stop();  ///< from any thread or a signal handler

private:
    struct Leaving {
        Descriptor socket;
        wire::Bytes output;
        Clock::time_point until;
        bool shut = false;  ///< closed for writing
    };

    void accept();
    void begin(Descriptor socket, Clock::time_point now);
    void refuse(Descriptor socket, Clock::time_point now);
    void receive(Clock::time_point now);
    void transmit();
    void finishSession(Clock::time_point now);
    void serveLeaving(Clock::time_point now);
    int timeout(Clock::time_point now) const;
    Clock::time_point turn(Clock::time_point before);
    void watchClient();
    void readLifeline();
    void shutDown();

    ServerOptions options_;
    wire::HelloAck identity_;
    Descriptor listener_;
    Descriptor events_;  // epoll: wakes, new clients, the lifeline, the client
    WakePipe wake_;
    std::atomic<bool> stop_{false};
    Board board_;

    Descriptor socket_;
    std::uint32_t watched_ = 0;  // current events of `socket_`
    std::optional<AgentSession> session_;
    std::uint32_t sessions_ = 0;
    bool lost_ = false;  ///< the connection broke
    std::deque<Leaving> leaving_;
};

}  // namespace momentree::fpga
