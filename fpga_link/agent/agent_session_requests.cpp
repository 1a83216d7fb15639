// SPDX-License-Identifier: Apache-2.0
// Handles each type of frame.
#include <bit>
#include <cmath>

#include "fpga_link/agent/agent_session_replies.hpp"
#include "fpga_link/protocol/proof.hpp"

namespace momentree::fpga {

using wire::ErrorCode;
using wire::Type;

namespace {

constexpr std::uint32_t mostTimedAccesses = 100'000;

bool finite(std::span<const wire::Word> words) {
    for (const wire::Word word : words)
        if (!std::isfinite(std::bit_cast<float>(word))) return false;
    return true;
}

/// Calls `call` if all given words are finite.
template <class Call>
auto withFinite(std::initializer_list<std::span<const wire::Word>> inputs, const Call& call)
    -> decltype(call()) {
    for (const auto& words : inputs)
        if (!finite(words)) return fault(ErrorCode::BadPayload, "every number must be finite");
    return call();
}

}  // namespace

void AgentSession::handle(const wire::Frame& frame) {
    if (handleSession(frame)) return;
    if (!admitted_)
        return close(ErrorCode::BadState, frame.type, frame.sequence,
                     greeted_ ? "prove the shared secret with AUTH first" : "begin with HELLO");
    if (board_.busy() && frame.type < static_cast<std::uint16_t>(Type::Bye))
        return refuse(frame, ErrorCode::BadState,
                      running_ ? "a batch is running; wait for RUN_DONE or send ABORT"
                               : "the board still works on the last request; wait for its answer");
    if (frame.type >= static_cast<std::uint16_t>(Type::LoadModel) &&
        frame.type < static_cast<std::uint16_t>(Type::ReadRegisters) && !hasCapability(frame))
        return;
    if (handleBatch(frame) || handleFunctions(frame) || handleRegisters(frame)) return;
    refuse(frame, ErrorCode::UnknownType,
           "this agent takes no frame of type " + std::to_string(frame.type));
}

/// Frames that are allowed at any time.
bool AgentSession::handleSession(const wire::Frame& frame) {
    switch (static_cast<Type>(frame.type)) {
        case Type::Hello:
            greet(frame);
            return true;
        case Type::Auth:
            authenticate(frame);
            return true;
        case Type::Bye:
            over_ = true;
            lastWord_ = "the client said goodbye";
            return true;
        default:
            break;
    }
    if (!admitted_) return false;
    switch (static_cast<Type>(frame.type)) {
        case Type::Ping:
            return answer<wire::Ping>(
                frame, [](const wire::Ping& ping) { return Outcome<wire::Pong>{{ping.token}}; });
        case Type::Pong:
            return true;
        case Type::GetStatus:
            return answer<wire::GetStatus>(
                frame, [&](const auto&) { return Outcome<wire::Status>{status()}; });
        case Type::Abort: {
            wire::Abort abort;
            if (take(frame, abort) && running_) board_.abort();
            return true;
        }
        case Type::Credit:
            addCredit(frame);
            return true;
        default:
            return false;
    }
}

void AgentSession::greet(const wire::Frame& frame) {
    wire::Hello hello;
    if (greeted_) return refuse(frame, ErrorCode::BadState, "HELLO comes only once");
    if (!take(frame, hello)) return;
    if (hello.firstMajor > wire::majorVersion || hello.lastMajor < wire::majorVersion)
        return close(ErrorCode::BadVersion, frame.type, frame.sequence,
                     "this agent speaks version " + std::to_string(wire::majorVersion) +
                         " only; update the older of the two programs");
    greeted_ = true;
    nonce_ = hello.nonce;
    if (options_.secret.empty()) {
        asked_ = frame.sequence;
        return;
    }
    if (board_.isFree()) board_.accelerator().measureClock();
    identity_.clock_Hz = board_.accelerator().clock_Hz();
    send(identity_, frame.sequence);
}

void AgentSession::authenticate(const wire::Frame& frame) {
    wire::Auth auth;
    if (!greeted_ || admitted_)
        return refuse(frame, ErrorCode::BadState,
                      "AUTH comes once, and only where it is asked for");
    if (!take(frame, auth)) return;
    const wire::Nonce& challenge = identity_.challenge;
    if (!wire::equal(auth.proof, wire::clientProof(options_.secret, nonce_, challenge)))
        return close(ErrorCode::Authentication, frame.type, frame.sequence,
                     "the shared secret is not that of this board");
    asked_ = frame.sequence;
}

void AgentSession::addCredit(const wire::Frame& frame) {
    wire::Credit credit;
    if (!take(frame, credit)) return;
    // After the last sample of a batch, these have no effect.
    if (!running_) return;
    if (credit.bytes > wire::maxCredit - std::min(board_.progress().credit, wire::maxCredit))
        return refuse(frame, ErrorCode::Limit,
                      "more than " + std::to_string(wire::maxCredit) + " bytes of credit");
    board_.addCredit(credit.bytes);
}

/// Sends an ERROR and returns false if this accelerator lacks what the request needs.
bool AgentSession::hasCapability(const wire::Frame& frame) {
    constexpr std::uint32_t functions = 1, engine = 2;
    const auto from = [&](Type type) { return frame.type >= static_cast<std::uint16_t>(type); };
    const bool batch = from(Type::LoadModel) && !from(Type::Assemble);
    const bool spatial = from(Type::SpatialUpdate) && !from(Type::ReadRegisters);
    if ((identity_.capabilities & (batch ? engine : spatial ? spatialBit : functions)) != 0)
        return true;
    refuse(frame, ErrorCode::Unsupported,
           batch     ? "this accelerator was built without the batch engine"
           : spatial ? "this accelerator was built without the functions in space"
                     : "this accelerator was built without the single functions");
    return false;
}

template <class Message>
void AgentSession::loadModel(const wire::Frame& frame) {
    Message message;
    if (!take(frame, message)) return;
    waiting_ = true;
    jobSequence_ = frame.sequence;
    board_.start(std::move(message), model_, frame.sequence);
}

bool AgentSession::handleBatch(const wire::Frame& frame) {
    Accelerator& accelerator = board_.accelerator();
    switch (static_cast<Type>(frame.type)) {
        case Type::LoadModel:
            loadModel<wire::LoadModel>(frame);
            return true;
        case Type::LoadModels:
            loadModel<wire::LoadModels>(frame);
            return true;
        case Type::LoadProgram:
            loadModel<wire::LoadProgram>(frame);
            return true;
        case Type::RunBatch:
            if (hasModel(frame)) runBatch(frame);
            return true;
        case Type::SelfTest:
            selfTest(frame);
            return true;
        case Type::TimeSoftware:
            timeSoftware(frame);
            return true;
        case Type::SetState:
            return !hasModel(frame) || answer<wire::SetState>(frame, [&](const auto& state) {
                return accelerator.setState(*model_, state);
            });
        case Type::GetState:
            return !hasModel(frame) || answer<wire::GetState>(frame, [&](const auto&) {
                return accelerator.state(*model_);
            });
        default:
            return false;
    }
}

bool AgentSession::hasModel(const wire::Frame& frame) {
    if (model_ != nullptr) return true;
    refuse(frame, ErrorCode::BadState, "no model is loaded; send LOAD_MODEL first");
    return false;
}

void AgentSession::runBatch(const wire::Frame& frame) {
    wire::RunBatch batch;
    if (!take(frame, batch)) return;
    if (batch.steps < 1 || batch.steps > wire::maxSteps || batch.decimation < 1)
        return refuse(frame, ErrorCode::Limit,
                      "a batch has 1 to " + std::to_string(wire::maxSteps) +
                          " steps, and 1 or more between samples");
    waiting_ = true;
    jobSequence_ = frame.sequence;
    steps_ = batch.steps;
    running_ = true;
    reported_ = Clock::now();
    board_.start(batch, model_, frame.sequence);
}

void AgentSession::selfTest(const wire::Frame& frame) {
    wire::SelfTest test;
    if (!take(frame, test)) return;
    if (test.accesses < 1 || test.accesses > mostTimedAccesses)
        return refuse(frame, ErrorCode::Limit, "1 to 100000 accesses can be timed");
    waiting_ = true;
    jobSequence_ = frame.sequence;
    board_.start(test, model_, frame.sequence);
}

void AgentSession::timeSoftware(const wire::Frame& frame) {
    wire::TimeSoftware request;
    if (!take(frame, request)) return;
    if (request.calls < 1 || request.calls > wire::maxTimedCalls)
        return refuse(frame, ErrorCode::Limit,
                      "1 to " + std::to_string(wire::maxTimedCalls) + " calls can be timed");
    waiting_ = true;
    jobSequence_ = frame.sequence;
    board_.start(request, model_, frame.sequence);
}

bool AgentSession::handleFunctions(const wire::Frame& frame) {
    Accelerator& accelerator = board_.accelerator();
    switch (static_cast<Type>(frame.type)) {
        case Type::Assemble:
            return answer<wire::Assemble>(frame, [&](const auto& request) {
                return withFinite({request.A, request.B},
                                  [&] { return accelerator.assemble(request); });
            });
        case Type::Inverse:
            return answer<wire::Inverse>(frame, [&](const auto& request) {
                return withFinite({request.matrix}, [&] { return accelerator.inverse(request); });
            });
        case Type::Update:
            return answer<wire::Update>(frame, [&](const auto& request) {
                return withFinite({request.A, request.B},
                                  [&] { return accelerator.update(request); });
            });
        case Type::UpdateAssemble:
            return answer<wire::UpdateAssemble>(frame, [&](const auto& request) {
                return withFinite({request.A, request.B},
                                  [&] { return accelerator.updateAssemble(request); });
            });
        case Type::SpatialUpdate:
            return answer<wire::SpatialUpdate>(frame, [&](const auto& request) {
                return withFinite({request.body},
                                  [&] { return accelerator.spatialUpdate(request); });
            });
        case Type::SpatialAssemble:
            return answer<wire::SpatialAssemble>(frame, [&](const auto& request) {
                return withFinite({request.A, request.B, request.joint},
                                  [&] { return accelerator.spatialAssemble(request); });
            });
        default:
            return false;
    }
}

bool AgentSession::handleRegisters(const wire::Frame& frame) {
    const auto type = static_cast<Type>(frame.type);
    if (type != Type::ReadRegisters && type != Type::WriteRegisters) return false;
    if (!options_.allowRegisters) {
        refuse(frame, ErrorCode::NotPermitted,
               "this agent hands out no registers; start it with --allow-raw to permit it");
        return true;
    }
    if (type == Type::ReadRegisters)
        return answer<wire::ReadRegisters>(frame, [&](const auto& request) {
            return board_.accelerator().readRegisters(request);
        });
    return answer<wire::WriteRegisters>(
        frame, [&](const auto& request) { return board_.accelerator().writeRegisters(request); });
}

}  // namespace momentree::fpga
