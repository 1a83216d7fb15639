// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/epoll.h>

#include <deque>
#include <functional>
#include <list>
#include <string>

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

/// Listens, and lets one client at a time control the board: the first that greets and, if there is
/// a secret, proves that it knows it. Until then a client waits beside, in limited number and time.
/// Runs on one thread; only the board has a second one.
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

    struct Client {
        Descriptor socket;
        std::string source;    ///< bytes of the host's address
        std::uint32_t number;  ///< of the session
        AgentSession session;
        std::uint32_t watched = EPOLLIN;  ///< events of `socket` that the kernel reports
        bool heard = false;               ///< there is input
        bool lost = false;                ///< the connection broke
    };

    bool acceptOne(Clock::time_point now);
    bool makeRoom(Clock::time_point now);
    void watch(Client& client);
    static void receive(Client& client, Clock::time_point now);
    static void transmit(Client& client);
    static void serve(Client& client, Clock::time_point now);
    void assignBoard(Clock::time_point now);
    void finish(Client& client, Clock::time_point now);
    void finishEnded(Clock::time_point now);
    void serveLeaving(Clock::time_point now);
    int timeout(Clock::time_point now) const;
    Clock::time_point turn(Clock::time_point before);
    void readLifeline();
    void logRarely(const std::string& text);
    void shutDown();

    ServerOptions options_;
    wire::HelloAck identity_;
    Descriptor listener_;
    Descriptor events_;  // epoll: wakes, new clients, the lifeline, the clients
    WakePipe wake_;
    std::atomic<bool> stop_{false};
    Board board_;

    std::list<Client> clients_;  // in the order of their arrival
    Client* owner_ = nullptr;    // of the board
    std::uint32_t sessions_ = 0;
    Clock::time_point logged_;
    std::deque<Leaving> leaving_;
};

}  // namespace momentree::fpga
