// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "fpga_link/agent/board.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

using Clock = std::chrono::steady_clock;

/// Time limits of a session.
struct SessionTimes {
    std::chrono::milliseconds hello{5'000};   ///< for the first HELLO, and then for AUTH
    std::chrono::milliseconds frame{5'000};   ///< to complete a frame
    std::chrono::milliseconds ping{5'000};    ///< without input, before sending PING
    std::chrono::milliseconds idle{15'000};   ///< without input, before closing the session
    std::chrono::milliseconds status{1'000};  ///< between STATUS frames while a batch runs
};

struct SessionOptions {
    SessionTimes times;
    std::string secret;  ///< empty: no authentication
    bool allowRegisters = false;
    std::string agent;    ///< program and version
    std::string machine;  ///< description of the machine
};

/// The protocol with one client: bytes in and bytes out at given times. It does not use sockets,
/// and not the board before it has been admitted.
class AgentSession {
public:
    AgentSession(Board& board, const wire::HelloAck& identity, const SessionOptions& options,
                 std::uint32_t number, Clock::time_point now);

    /// Whether the client has greeted and proven itself, and waits for `admit` or `turnAway`.
    bool asksForBoard() const { return asked_.has_value() && !over_; }
    void admit(Clock::time_point now);  ///< the board is free, and its own from now on
    void turnAway(const std::string& reason);
    bool admitted() const { return admitted_; }

    /// False while it waits for the board or until output has been sent.
    bool takesInput() const;
    void receive(wire::BytesView bytes, Clock::time_point now);
    void takeReports();  ///< passes the board's reports to the client
    void tick(Clock::time_point now);
    Clock::time_point nextTick() const;
    void end();  ///< sends BYE when the agent stops

    wire::Bytes& output() { return output_; }
    bool over() const { return over_; }                 ///< no more output will follow
    std::string lastWord() const { return lastWord_; }  ///< why it ended, for the log
    Clock::duration age(Clock::time_point now) const { return now - began_; }

private:
    void consume(Clock::time_point now);
    void handle(const wire::Frame& frame);
    bool handleSession(const wire::Frame& frame);
    bool handleBatch(const wire::Frame& frame);
    bool handleFunctions(const wire::Frame& frame);
    bool handleRegisters(const wire::Frame& frame);
    void greet(const wire::Frame& frame);
    void authenticate(const wire::Frame& frame);
    template <class Message>
    void loadModel(const wire::Frame& frame);
    void runBatch(const wire::Frame& frame);
    void selfTest(const wire::Frame& frame);
    void timeSoftware(const wire::Frame& frame);
    void addCredit(const wire::Frame& frame);
    wire::Status status() const;

    template <class Message>
    bool take(const wire::Frame& frame, Message& message);
    template <class Message>
    void send(const Message& message, std::uint32_t sequence);
    template <class Message, class Call>
    bool answer(const wire::Frame& frame, const Call& call);
    void refuse(const wire::Frame& frame, wire::ErrorCode code, const std::string& text);
    void close(wire::ErrorCode code, std::uint16_t type, std::uint32_t sequence,
               const std::string& text);
    bool hasCapability(const wire::Frame& frame);
    bool hasModel(const wire::Frame& frame);

    Board& board_;
    wire::HelloAck identity_;
    const SessionOptions& options_;
    Clock::time_point began_, heard_, pinged_, reported_, partialSince_;
    wire::Bytes input_, output_;
    bool greeted_ = false, admitted_ = false, over_ = false;
    std::optional<std::uint32_t> asked_;  ///< number of the request that `admit` answers
    bool waiting_ = false;                ///< for a job of this session
    bool running_ = false;                ///< the job is a batch
    std::uint32_t jobSequence_ = 0, steps_ = 0;
    wire::Nonce nonce_{};
    std::shared_ptr<const LoadedModel> model_;
    wire::Status counts_;
    std::string lastWord_;
};

}  // namespace momentree::fpga
