// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/agent_session.hpp"

#include <algorithm>
#include <utility>

#include "fpga_link/agent/agent_session_replies.hpp"
#include "fpga_link/protocol/proof.hpp"

namespace momentree::fpga {

namespace {

/// No more input is accepted while this much output is waiting.
constexpr std::size_t mostOutput = 4u << 20;
/// Bytes of a frame of a client that is not yet admitted.
constexpr std::size_t mostOfStranger = 1024;

std::string seconds(std::chrono::milliseconds time) {
    const auto tenths = time.count() / 100;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

AgentSession::AgentSession(Board& board, const wire::HelloAck& identity,
                           const SessionOptions& options, std::uint32_t number,
                           Clock::time_point now)
    : board_(board),
      identity_(identity),
      options_(options),
      began_(now),
      heard_(now),
      pinged_(now),
      reported_(now) {
    identity_.session = number;
    identity_.allowsRegisters = options.allowRegisters ? wire::yes : std::uint8_t{0};
    identity_.agent = wire::shortened(options.agent, wire::maxText);
    identity_.machine = wire::shortened(options.machine, wire::maxText);
    if (options.secret.empty()) return;
    identity_.needsProof = wire::yes;
    identity_.challenge = wire::freshNonce();
}

bool AgentSession::takesInput() const { return !over_ && !asked_ && output_.size() < mostOutput; }

void AgentSession::admit(Clock::time_point now) {
    board_.accelerator().reset();
    board_.accelerator().measureClock();
    identity_.clock_Hz = board_.accelerator().clock_Hz();
    const std::uint32_t sequence = *std::exchange(asked_, std::nullopt);
    if (options_.secret.empty())
        send(identity_, sequence);
    else
        send(wire::AuthAck{wire::agentProof(options_.secret, nonce_, identity_.challenge)},
             sequence);
    admitted_ = true;
    began_ = now;
    consume(now);
}

void AgentSession::turnAway(const std::string& reason) {
    close(wire::ErrorCode::Busy, 0, asked_.value_or(0), reason);
}

void AgentSession::receive(wire::BytesView bytes, Clock::time_point now) {
    heard_ = now;
    counts_.bytesReceived += bytes.size();
    if (input_.empty()) partialSince_ = now;
    input_.insert(input_.end(), bytes.begin(), bytes.end());
    consume(now);
}

void AgentSession::consume(Clock::time_point now) {
    std::size_t at = 0;
    while (takesInput()) {
        const wire::Parsed parsed = wire::parse(wire::BytesView(input_).subspan(at));
        if (const auto* bad = std::get_if<wire::BadFrame>(&parsed)) {
            close(bad->code, bad->type, bad->sequence, bad->text);
            break;
        }
        const auto* frame = std::get_if<wire::Frame>(&parsed);
        if (frame == nullptr) break;
        ++counts_.framesReceived;
        handle(*frame);
        at += frame->size;
        partialSince_ = now;
    }
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(at));
    if (!admitted_ && takesInput() && input_.size() > mostOfStranger)
        close(
            wire::ErrorCode::Limit, 0, 0,
            "a frame of more than " + std::to_string(mostOfStranger) + " bytes; begin with HELLO");
}

void AgentSession::takeReports() {
    for (Report& report : board_.takeReports()) {
        output_.insert(output_.end(), report.frame.begin(), report.frame.end());
        ++counts_.framesSent;
        counts_.bytesSent += report.frame.size();
        counts_.samples += report.samples;
        if (!report.last) continue;
        model_ = std::move(report.model);
        running_ = waiting_ = false;
    }
    consume(Clock::now());
}

void AgentSession::tick(Clock::time_point now) {
    const SessionTimes& times = options_.times;
    if (over_) return;
    if (asked_) began_ = heard_ = now;
    if (!admitted_ && now - began_ >= times.hello)
        return close(
            wire::ErrorCode::Limit, 0, 0,
            (greeted_ ? "AUTH" : "HELLO") + (" did not come within " + seconds(times.hello)));
    if (!input_.empty() && now - partialSince_ >= times.frame)
        return close(wire::ErrorCode::Limit, 0, 0,
                     "a frame did not arrive whole within " + seconds(times.frame));
    if (now - heard_ >= times.idle) {
        lastWord_ = "the client was silent for " + seconds(times.idle);
        over_ = true;
        return;
    }
    if (!admitted_) return;
    if (now - std::max(heard_, pinged_) >= times.ping) {
        pinged_ = now;
        send(wire::Ping{static_cast<std::uint64_t>(now.time_since_epoch().count())}, 0);
    }
    if (running_ && now - reported_ >= times.status) {
        reported_ = now;
        send(status(), jobSequence_);
    }
}

Clock::time_point AgentSession::nextTick() const {
    const SessionTimes& times = options_.times;
    Clock::time_point next = heard_ + times.idle;
    if (!admitted_) return std::min(next, began_ + times.hello);
    next = std::min(next, std::max(heard_, pinged_) + times.ping);
    if (!input_.empty()) next = std::min(next, partialSince_ + times.frame);
    if (running_) next = std::min(next, reported_ + times.status);
    return next;
}

void AgentSession::end() {
    if (over_) return;
    send(wire::Bye{}, 0);
    over_ = true;
    lastWord_ = "the agent stops";
}

void AgentSession::close(wire::ErrorCode code, std::uint16_t type, std::uint32_t sequence,
                         const std::string& text) {
    send(wire::Error{code, type, wire::yes, wire::shortened(text, wire::maxErrorText)}, sequence);
    ++counts_.errors;
    over_ = true;
    lastWord_ = wire::nameOf(code) + ", " + text;
}

void AgentSession::refuse(const wire::Frame& frame, wire::ErrorCode code, const std::string& text) {
    if (!admitted_) return close(code, frame.type, frame.sequence, text);
    send(wire::Error{code, frame.type, 0, wire::shortened(text, wire::maxErrorText)},
         frame.sequence);
    ++counts_.errors;
}

wire::Status AgentSession::status() const {
    wire::Status status = counts_;
    const BatchProgress progress = board_.progress();
    status.state = running_    ? wire::SessionState::Running
                   : model_    ? wire::SessionState::Loaded
                   : admitted_ ? wire::SessionState::Ready
                               : wire::SessionState::Connected;
    status.busy = board_.busy() ? wire::yes : std::uint8_t{0};
    status.flags = progress.flags;
    status.steps = steps_;
    status.stepsDone = progress.stepsDone;
    status.waiting = progress.waiting;
    status.credit = progress.credit;
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    status.age_ms = static_cast<std::uint64_t>(age.count());
    return status;
}

}  // namespace momentree::fpga
