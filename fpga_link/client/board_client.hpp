// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "fpga_link/client/connection.hpp"

namespace momentree::fpga {

/// The deadlines leave TCP time to send a packet that was lost three times once more.
struct ClientOptions {
    std::string name = "Momentree";
    std::string secret;                         ///< empty: none is known
    std::chrono::milliseconds connect{10'000};  ///< until connected
    std::chrono::milliseconds answer{10'000};   ///< to a request
    std::chrono::milliseconds longer{60'000};   ///< to LOAD_MODEL, SELFTEST and TIME_SOFTWARE
    std::chrono::milliseconds silence{10'000};  ///< of the board while a batch runs
    std::chrono::milliseconds ping{5'000};      ///< between pings while idle
};

/// Where the time of the last request went, on this machine's clock [ns]. Of a batch, `wait` is
/// until the first frame and `receive` is all from there but for unpacking and the taking of the
/// rows.
struct Exchange {
    std::chrono::nanoseconds pack{0}, send{0}, wait{0}, receive{0}, unpack{0};
    std::size_t bytesSent = 0, bytesReceived = 0;
    std::chrono::nanoseconds whole() const { return pack + send + wait + receive + unpack; }
};

/// Rows of `stride` words: number of the step, angles, joint momenta.
using TakeSamples = std::function<void(std::span<const wire::Word> rows, std::size_t stride)>;
using TakeStatus = std::function<void(const wire::Status&)>;

/// A board under control. Every call blocks until it has its answer, at the latest until its
/// deadline, and belongs on a worker thread. After an error, `connected` says whether the
/// connection still exists. Not thread-safe.
class BoardClient {
public:
    static Expected<BoardClient> connect(Address address, ClientOptions options,
                                         const std::stop_token& stop = {});
    ~BoardClient();
    BoardClient(BoardClient&&) = default;
    BoardClient& operator=(BoardClient&&) = default;

    /// Anew, as at first. The board has forgotten its model.
    Expected<void> reconnect(const std::stop_token& stop = {});
    bool connected() const { return connection_.has_value(); }
    const wire::HelloAck& board() const { return board_; }
    const Address& address() const { return address_; }
    const Exchange& lastExchange() const { return exchange_; }

    Expected<wire::Status> status();
    Expected<wire::SelfTestResult> selfTest(std::uint32_t accesses = 10'000);
    /// Times of the board's own processor. Not supported by agents of version 1.0.
    Expected<wire::SoftwareTimes> timeSoftware(std::uint32_t calls = 1'000);
    Expected<wire::ModelAck> load(const wire::LoadModel& model);
    Expected<wire::State> state();
    Expected<wire::State> setState(const wire::SetState& state);

    /// Runs a batch. A stop request aborts it: the answer then says so, and samples and state up
    /// to there are valid.
    Expected<wire::RunDone> run(const wire::RunBatch& batch, const TakeSamples& take,
                                const TakeStatus& progress = {}, const std::stop_token& stop = {});

    Expected<wire::UpdateResult> update(const wire::Update& bodies);
    Expected<wire::AssembleResult> assemble(const wire::Assemble& nodes);
    Expected<wire::UpdateAssembleResult> updateAssemble(const wire::UpdateAssemble& bodies);
    Expected<wire::InverseResult> inverse(const wire::Inverse& matrix);

    Expected<wire::RegisterValues> readRegisters(const wire::ReadRegisters& request);
    Expected<wire::RegistersWritten> writeRegisters(const wire::WriteRegisters& request);

    /// To be called every second or so while nothing else is: answers the board's PING, and finds
    /// out that it is gone.
    Expected<void> keepAlive();

private:
    BoardClient(Address address, ClientOptions options);
    struct Batch;
    Expected<void> takeFrame(Batch& batch, const Received& frame);
    tl::unexpected<BoardError> garbled(const std::string& fault);
    Expected<void> greet(const std::stop_token& stop);
    Expected<void> prove(const wire::Nonce& nonce);
    template <class Reply, class Request>
    Expected<Reply> ask(const Request& request, std::chrono::milliseconds patience,
                        const std::stop_token& stop = {});
    template <class Reply>
    Expected<Reply> unpack(const Received& frame);
    template <class Message>
    Expected<void> tell(const Message& message, std::uint32_t sequence);
    Expected<std::optional<Received>> next(std::uint32_t sequence, Clock::time_point deadline,
                                           const std::stop_token& stop);
    Expected<std::optional<Received>> answered(Received frame, std::uint32_t sequence);
    tl::unexpected<BoardError> silent(std::chrono::milliseconds time);
    tl::unexpected<BoardError> refusal(const wire::Error& error);

    Address address_;
    ClientOptions options_;
    std::optional<Connection> connection_;
    wire::HelloAck board_;
    Exchange exchange_;
    std::uint32_t sequence_ = 0;
    Clock::time_point asked_;  // time of the last ping
};

}  // namespace momentree::fpga
