// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/client/board_client.hpp"

#include <algorithm>
#include <cmath>

#include "fpga_link/protocol/proof.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;
using wire::ErrorCode;
using wire::Type;

/// Credit is renewed after this much of it has been used.
constexpr std::uint32_t creditStep = wire::initialCredit / 4;

/// Interval between checks whether the caller requests a stop.
constexpr milliseconds stopSlice{20};

/// Frames about something else that are taken after a deadline, such as answers to pings.
constexpr int mostOthers = 100;

tl::unexpected<BoardError> notConnected() { return trouble(Trouble::NotConnected); }

/// Numbers of steps, up to 10^8, never match this.
bool notFinite(wire::Word word) { return (word & 0x7F80'0000) == 0x7F80'0000; }

bool keepsConnection(Trouble trouble) {
    return trouble == Trouble::Refused || trouble == Trouble::BoardFailed;
}

std::string seconds(milliseconds time) {
    return std::to_string(time.count() / 1000) + "." + std::to_string(time.count() / 100 % 10);
}

}  // namespace

BoardClient::BoardClient(Address address, ClientOptions options)
    : address_(std::move(address)), options_(std::move(options)) {}

BoardClient::~BoardClient() {
    if (connection_) [[maybe_unused]]
        const auto sent =
            connection_->send(wire::encode(wire::Bye{}, ++sequence_), Clock::now(), {});
}

Expected<BoardClient> BoardClient::connect(Address address, ClientOptions options,
                                           const std::stop_token& stop) {
    BoardClient client(std::move(address), std::move(options));
    client.heed(stop);
    const auto done = client.reconnect();
    if (!done) return tl::unexpected(done.error());
    return client;
}

Expected<void> BoardClient::reconnect() {
    connection_.reset();
    auto opened = Connection::open(address_, options_.connect, stop_);
    if (!opened) return tl::unexpected(opened.error());
    connection_ = std::move(*opened);
    return greet();
}

Expected<void> BoardClient::greet() {
    wire::Hello hello;
    hello.nonce = wire::freshNonce();
    hello.client = wire::shortened(options_.name, wire::maxText);
    // A board still ending the batch of a lost client answers afterwards.
    const auto ack = ask<wire::HelloAck>(hello, std::max(options_.answer, options_.connect));
    if (!ack) {
        connection_.reset();
        return tl::unexpected(ack.error());
    }
    board_ = *ack;
    const auto proven = prove(hello.nonce);
    if (!proven) connection_.reset();
    return proven;
}

Expected<void> BoardClient::prove(const wire::Nonce& nonce) {
    const bool known = !options_.secret.empty(), asked = board_.needsProof != 0;
    if (known != asked) return trouble(asked ? Trouble::SecretMissing : Trouble::SecretUnasked);
    if (!asked) return {};
    const auto ack = ask<wire::AuthAck>(
        wire::Auth{wire::clientProof(options_.secret, nonce, board_.challenge)}, options_.answer);
    if (!ack) return tl::unexpected(ack.error());
    if (!wire::equal(ack->proof, wire::agentProof(options_.secret, nonce, board_.challenge)))
        return trouble(Trouble::WrongBoard);
    return {};
}

tl::unexpected<BoardError> BoardClient::refusal(const wire::Error& error) {
    const auto with = [&](Trouble kind) { return trouble(kind, {error.text}, error.code); };
    switch (error.code) {
        case ErrorCode::Busy:
            return with(Trouble::Busy);
        case ErrorCode::BadVersion:
            return with(Trouble::WrongVersion);
        case ErrorCode::Authentication:
            return with(Trouble::SecretRejected);
        case ErrorCode::FabricIo:
        case ErrorCode::FabricTimeout:
        case ErrorCode::Internal:
            return with(Trouble::BoardFailed);
        default:
            break;
    }
    return with(error.fatal != 0 ? Trouble::Dropped : Trouble::Refused);
}

tl::unexpected<BoardError> BoardClient::silent(milliseconds time) {
    connection_.reset();
    return trouble(Trouble::Silent, {seconds(time)});
}

/// Handles a frame; returns it if it concerns the request `sequence`.
Expected<std::optional<Received>> BoardClient::answered(Received frame, std::uint32_t sequence) {
    switch (static_cast<Type>(frame.type)) {
        case Type::Ping: {
            const auto ping = unpack<wire::Ping>(frame);
            if (!ping) return tl::unexpected(ping.error());
            const auto sent = tell(wire::Pong{ping->token}, frame.sequence);
            if (!sent) return tl::unexpected(sent.error());
            return std::nullopt;
        }
        case Type::Pong:
            return std::nullopt;
        case Type::Bye:
            return trouble(Trouble::AgentStopped);
        case Type::Error: {
            const auto error = unpack<wire::Error>(frame);
            if (!error) return tl::unexpected(error.error());
            if (error->fatal == 0 && frame.sequence != sequence) return std::nullopt;
            return refusal(*error);
        }
        case Type::Status:
            if (frame.sequence != sequence && frame.sequence == probe_) {
                const auto status = unpack<wire::Status>(frame);
                if (!status) return tl::unexpected(status.error());
                idle_ = status->busy == 0;
            }
            break;
        default:
            break;
    }
    if (frame.sequence != sequence) return std::nullopt;
    return frame;
}

/// Waits for the next frame that concerns the request `sequence`; empty on timeout, however many
/// others come.
Expected<std::optional<Received>> BoardClient::next(std::uint32_t sequence,
                                                    Clock::time_point deadline,
                                                    const std::stop_token& stop) {
    if (!connection_) return notConnected();
    for (int others = 0;; ++others) {
        auto frame = connection_->receive(deadline, stop);
        if (frame && *frame) {
            frame = answered(std::move(**frame), sequence);
            if (frame && !*frame && stop.stop_requested()) frame = trouble(Trouble::Stopped);
            if (frame && !*frame && (others < mostOthers || Clock::now() < deadline)) continue;
        }
        if (!frame && !keepsConnection(frame.error().trouble)) connection_.reset();
        return frame;
    }
}

/// Waits for an answer that may take long. Reports show whether the board still works on it.
Expected<std::optional<Received>> BoardClient::awaited(std::uint32_t sequence,
                                                       Clock::time_point deadline) {
    const auto start = Clock::now();
    auto asked = start;
    while (true) {
        auto frame = next(sequence, std::min(deadline, asked + options_.ping), stop_);
        const auto now = Clock::now();
        if (!frame || *frame || now >= deadline) return frame;
        // A board that is done has answered before it says so.
        if (std::exchange(idle_, false) ||
            now - std::max(start, connection_->heard()) >= options_.silence)
            return silent(std::chrono::duration_cast<milliseconds>(now - start));
        probe_ = ++sequence_;
        if (auto sent = tell(wire::GetStatus{}, probe_); !sent) return tl::unexpected(sent.error());
        asked = now;
    }
}

template <class Reply>
Expected<Reply> BoardClient::unpack(const Received& frame) {
    if (frame.type != static_cast<std::uint16_t>(Reply::type))
        return garbled("a frame of type " + std::to_string(frame.type) + " came out of turn");
    auto reply = wire::decode<Reply>(frame.payload);
    if (!reply) return garbled(reply.error());
    return std::move(*reply);
}

tl::unexpected<BoardError> BoardClient::garbled(const std::string& fault) {
    connection_.reset();
    return trouble(Trouble::Garbled, {fault});
}

template <class Message>
Expected<void> BoardClient::tell(const Message& message, std::uint32_t sequence) {
    if (!connection_) return notConnected();
    const auto start = Clock::now();
    const wire::Bytes bytes = wire::encode(message, sequence);
    const auto packed = Clock::now();
    auto sent = connection_->send(bytes, packed + options_.answer, {});
    exchange_ = {packed - start, Clock::now() - packed, {}, {}, {}, bytes.size(), 0};
    if (!sent) connection_.reset();
    return sent;
}

template <class Reply, class Request>
Expected<Reply> BoardClient::ask(const Request& request, milliseconds patience, bool probes) {
    if (!connection_) return notConnected();
    const auto start = Clock::now();
    const std::uint32_t sequence = ++sequence_;
    const wire::Bytes bytes = wire::encode(request, sequence);
    const auto packed = Clock::now();
    if (auto sent = connection_->send(bytes, start + patience, stop_); !sent) {
        connection_.reset();
        return tl::unexpected(sent.error());
    }
    const auto sent = Clock::now();
    auto frame =
        probes ? awaited(sequence, start + patience) : next(sequence, start + patience, stop_);
    if (!frame) return tl::unexpected(frame.error());
    if (!*frame) return silent(patience);
    const auto received = Clock::now();
    auto reply = unpack<Reply>(**frame);
    const auto first =
        std::clamp(connection_ ? connection_->firstByte() : received, sent, received);
    exchange_ = {packed - start,
                 sent - packed,
                 first - sent,
                 received - first,
                 Clock::now() - received,
                 bytes.size(),
                 (*frame)->payload.size() + wire::headerSize};
    return reply;
}

Expected<wire::Status> BoardClient::status() {
    return ask<wire::Status>(wire::GetStatus{}, options_.answer);
}
Expected<wire::SelfTestResult> BoardClient::selfTest(std::uint32_t accesses) {
    return ask<wire::SelfTestResult>(wire::SelfTest{accesses}, options_.longer, true);
}
Expected<wire::SoftwareTimes> BoardClient::timeSoftware(std::uint32_t calls) {
    if (board_.minor < wire::softwareSince) return trouble(Trouble::TooOld, {"time its software"});
    auto times = ask<wire::SoftwareTimes>(wire::TimeSoftware{calls}, options_.longer, true);
    if (!times) return times;
    const auto isTime = [](double ns) { return std::isfinite(ns) && ns >= 0.0; };
    const bool whole = times->phases.empty() || times->phases.size() == wire::phasesOfStep;
    if (!whole || !std::ranges::all_of(times->functions, isTime) ||
        !std::ranges::all_of(times->phases, isTime))
        return garbled("times of software that are none");
    return times;
}
Expected<wire::ModelAck> BoardClient::load(const wire::LoadModel& model) {
    loaded_ = {model.bodies.size()};
    return ask<wire::ModelAck>(model, options_.longer, true);
}
Expected<wire::ModelAck> BoardClient::load(const wire::LoadModels& models) {
    if (board_.minor < wire::trajectoriesSince)
        return trouble(Trouble::TooOld, {"run several trajectories at once"});
    if (!models.models.empty())
        loaded_ = {models.models[0].bodies.size(), models.models.size(), true};
    return ask<wire::ModelAck>(models, options_.longer, true);
}
Expected<wire::ModelAck> BoardClient::load(const wire::LoadProgram& program) {
    if (board_.minor < wire::programsSince)
        return trouble(Trouble::TooOld, {"run mechanisms other than chains"});
    loaded_ = {program.coordinates.size()};
    return ask<wire::ModelAck>(program, options_.longer, true);
}
Expected<wire::State> BoardClient::state() {
    return ask<wire::State>(wire::GetState{}, options_.answer);
}
Expected<wire::State> BoardClient::setState(const wire::SetState& state) {
    return ask<wire::State>(state, options_.answer);
}
Expected<wire::UpdateResult> BoardClient::update(const wire::Update& bodies) {
    return ask<wire::UpdateResult>(bodies, options_.answer);
}
Expected<wire::AssembleResult> BoardClient::assemble(const wire::Assemble& nodes) {
    return ask<wire::AssembleResult>(nodes, options_.answer);
}
Expected<wire::UpdateAssembleResult> BoardClient::updateAssemble(
    const wire::UpdateAssemble& bodies) {
    return ask<wire::UpdateAssembleResult>(bodies, options_.answer);
}
Expected<wire::InverseResult> BoardClient::inverse(const wire::Inverse& matrix) {
    return ask<wire::InverseResult>(matrix, options_.answer);
}
Expected<wire::SpatialUpdateResult> BoardClient::spatialUpdate(const wire::SpatialUpdate& body) {
    if (board_.minor < wire::spatialSince)
        return trouble(Trouble::TooOld, {"compute functions in space"});
    return ask<wire::SpatialUpdateResult>(body, options_.answer);
}
Expected<wire::SpatialAssembleResult> BoardClient::spatialAssemble(
    const wire::SpatialAssemble& nodes) {
    if (board_.minor < wire::spatialSince)
        return trouble(Trouble::TooOld, {"compute functions in space"});
    return ask<wire::SpatialAssembleResult>(nodes, options_.answer);
}
Expected<wire::RegisterValues> BoardClient::readRegisters(const wire::ReadRegisters& request) {
    return ask<wire::RegisterValues>(request, options_.answer);
}
Expected<wire::RegistersWritten> BoardClient::writeRegisters(const wire::WriteRegisters& request) {
    return ask<wire::RegistersWritten>(request, options_.answer);
}

/// A batch that is being received.
struct BoardClient::Batch {
    std::uint32_t sequence = 0;
    const TakeSamples& take;
    const TakeStatus& progress;
    wire::RunBatch order;
    const Loaded& model;
    std::uint32_t used = 0;  ///< of the credit
    bool aborted = false;
    Clock::time_point moved = Clock::now();     ///< when the board last got on
    Clock::time_point stopped = {};             ///< when the caller requested it
    std::uint32_t stepsDone = 0;                ///< in the last report
    std::uint64_t lastStep = 0;                 ///< of the last row
    std::size_t lastRows = 0;                   ///< rows of that step
    std::optional<wire::Word> brokenStep = {};  ///< step of the first sample that is not finite
    Exchange exchange = {};
    std::optional<Clock::time_point> first = {};  ///< arrival of the first byte

    /// The fault of rows that do not continue those before, empty if they do.
    std::string faultOf(const wire::Samples& samples) {
        const std::size_t width = model.width();
        if (samples.stride != width || samples.words.size() % width != 0)
            return "samples of " + std::to_string(samples.words.size()) + " words in rows of " +
                   std::to_string(samples.stride);
        for (std::size_t at = 0; at < samples.words.size(); at += width) {
            if (lastRows == 0 || lastRows == model.trajectories)
                lastStep += order.decimation, lastRows = 0;
            if (samples.words[at] != lastStep || lastStep > order.steps)
                return "the row of step " + std::to_string(samples.words[at]) +
                       " came instead of that of step " + std::to_string(lastStep);
            if (model.tagged && samples.words[at + 1] != lastRows)
                return "the row of trajectory " + std::to_string(samples.words[at + 1]) +
                       " came instead of that of trajectory " + std::to_string(lastRows);
            ++lastRows;
        }
        return {};
    }
    std::string faultOf(const wire::RunDone& done) const {
        if (done.reason != wire::EndReason::Finished || done.flags != 0 || aborted) return {};
        const bool wholeRows = lastRows == 0 || lastRows == model.trajectories;
        if (done.stepsDone == order.steps && lastStep + order.decimation > order.steps && wholeRows)
            return {};
        return "the batch ended in step " + std::to_string(done.stepsDone) + " of " +
               std::to_string(order.steps) + " with the rows up to step " +
               std::to_string(lastStep);
    }
    /// Passes on rows up to the first one that is not finite.
    void pass(const wire::Samples& samples) {
        const std::span<const wire::Word> words(samples.words);
        const auto bad = std::ranges::find_if(words, notFinite);
        const auto good = static_cast<std::size_t>(bad - words.begin()) / samples.stride;
        if (brokenStep) return;
        if (good > 0) take(words.first(good * samples.stride), samples.stride);
        if (bad != words.end()) brokenStep = words[good * samples.stride];
    }
};

Expected<wire::RunDone> BoardClient::run(const wire::RunBatch& request, const TakeSamples& take,
                                         const TakeStatus& progress, const std::stop_token& stop) {
    Batch batch{++sequence_, take, progress, request, loaded_};
    if (auto sent = tell(request, batch.sequence); !sent) return tl::unexpected(sent.error());
    batch.exchange = exchange_;
    const auto ordered = Clock::now();
    auto heard = ordered;
    while (true) {
        if ((stop.stop_requested() || batch.brokenStep) && !std::exchange(batch.aborted, true))
            if (auto sent = tell(wire::Abort{}, batch.sequence); !sent)
                return tl::unexpected(sent.error());
        if (stop.stop_requested() && batch.stopped == Clock::time_point{})
            batch.stopped = Clock::now();
        if (auto late = overdue(batch); !late) return tl::unexpected(late.error());
        const auto slice =
            stop.stop_possible() ? stopSlice : std::min(options_.silence, options_.stall);
        const auto frame = next(batch.sequence, Clock::now() + slice, {});
        if (!frame) return tl::unexpected(frame.error());
        if (!*frame) {
            if (Clock::now() - std::max(heard, connection_->heard()) >= options_.silence)
                return silent(options_.silence);
            continue;
        }
        heard = Clock::now();
        if (!batch.first) batch.first = std::clamp(connection_->firstByte(), ordered, heard);
        batch.exchange.bytesReceived += (*frame)->payload.size() + wire::headerSize;
        if ((*frame)->type == static_cast<std::uint16_t>(Type::RunDone)) {
            auto done = unpack<wire::RunDone>(**frame);
            batch.exchange.wait = *batch.first - ordered;
            batch.exchange.receive = heard - *batch.first - batch.exchange.unpack;
            batch.exchange.unpack += Clock::now() - heard;
            exchange_ = batch.exchange;
            if (!done) return done;
            if (const std::string fault = batch.faultOf(*done); !fault.empty())
                return garbled(fault);
            if (!batch.brokenStep) return done;
            return trouble(Trouble::NotFinite, {std::to_string(*batch.brokenStep)},
                           ErrorCode::Numeric);
        }
        if (auto taken = takeFrame(batch, **frame); !taken) return tl::unexpected(taken.error());
        batch.exchange.unpack += Clock::now() - heard;
    }
}

/// A board that is heard but does not get on with the batch, or does not end it, is given up.
Expected<void> BoardClient::overdue(const Batch& batch) {
    const auto now = Clock::now();
    if (batch.stopped != Clock::time_point{} && now - batch.stopped >= options_.abort) {
        connection_.reset();
        return trouble(Trouble::Stopped);
    }
    if (now - batch.moved < options_.stall) return {};
    connection_.reset();
    return trouble(Trouble::Stalled, {seconds(options_.stall)});
}

Expected<void> BoardClient::takeFrame(Batch& batch, const Received& frame) {
    if (frame.type == static_cast<std::uint16_t>(Type::Status)) {
        const auto status = unpack<wire::Status>(frame);
        if (!status) return tl::unexpected(status.error());
        if (std::exchange(batch.stepsDone, status->stepsDone) != status->stepsDone)
            batch.moved = Clock::now();
        if (batch.progress) batch.progress(*status);
        return {};
    }
    const auto samples = unpack<wire::Samples>(frame);
    if (!samples) return tl::unexpected(samples.error());
    if (const std::string fault = batch.faultOf(*samples); !fault.empty()) {
        // After an abort, agents before 1.2 can leave out rows.
        if (batch.aborted) return {};
        return garbled(fault);
    }
    batch.moved = Clock::now();
    batch.pass(*samples);
    batch.used += static_cast<std::uint32_t>(frame.payload.size());
    if (batch.used < creditStep) return {};
    return tell(wire::Credit{std::exchange(batch.used, 0)}, batch.sequence);
}

Expected<void> BoardClient::keepAlive() {
    while (true) {
        const auto frame = next(0, Clock::now(), {});
        if (!frame) return tl::unexpected(frame.error());
        if (!*frame) break;
    }
    const auto now = Clock::now();
    const auto quiet = now - connection_->heard();
    if (quiet >= 3 * options_.ping) return silent(3 * options_.ping);
    if (quiet < options_.ping || now - asked_ < options_.ping) return {};
    asked_ = now;
    return tell(wire::Ping{1}, ++sequence_);
}

}  // namespace momentree::fpga
