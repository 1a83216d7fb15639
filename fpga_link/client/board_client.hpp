// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "fpga_link/client/connection.hpp"

namespace momentree::fpga {

/// The deadlines allow TCP to retransmit a packet that was lost three times.
struct ClientOptions {
    std::string name = "Momentree";
    /// Empty: unknown. With a secret, boards that do not ask for it are refused.
    std::string secret;
    std::chrono::milliseconds connect{10'000};  ///< time to connect
    std::chrono::milliseconds answer{10'000};   ///< time to answer a request
    /// To LOAD_MODEL, SELFTEST and TIME_SOFTWARE, by a board that reports meanwhile.
    std::chrono::milliseconds longer{600'000};
    std::chrono::milliseconds silence{10'000};  ///< of the board during these and a batch
    std::chrono::milliseconds stall{60'000};    ///< reports of a batch without another step
    std::chrono::milliseconds abort{2'000};     ///< for the answer to an ABORT of the caller
    std::chrono::milliseconds ping{5'000};  ///< interval between questions while waiting or idle
};

/// Durations of the parts of the last request, by this machine's clock [ns]. For a batch, `wait` is
/// the time until the first frame and `receive` the time from there on, except for unpacking and
/// processing rows.
struct Exchange {
    std::chrono::nanoseconds pack{0}, send{0}, wait{0}, receive{0}, unpack{0};
    std::size_t bytesSent = 0, bytesReceived = 0;
    std::chrono::nanoseconds whole() const { return pack + send + wait + receive + unpack; }
};

/// Rows of `stride` words: step number, after LOAD_MODELS the trajectory, angles, joint momenta.
using TakeSamples = std::function<void(std::span<const wire::Word> rows, std::size_t stride)>;
using TakeStatus = std::function<void(const wire::Status&)>;

/// Controls a board. Every call blocks until the answer or its deadline and belongs on a worker
/// thread. After an error, `connected` tells whether the connection still exists. Not thread-safe.
class BoardClient {
public:
    /// @param stop see `heed`
    static Expected<BoardClient> connect(Address address, ClientOptions options,
                                         const std::stop_token& stop = {});
    ~BoardClient();
    BoardClient(BoardClient&&) = default;
    BoardClient& operator=(BoardClient&&) = default;

    /// From now on, a stop request ends the wait for an answer, and the connection with it.
    void heed(const std::stop_token& stop) { stop_ = stop; }

    /// Connects again. The board has lost its model.
    Expected<void> reconnect();
    bool connected() const { return connection_.has_value(); }
    const wire::HelloAck& board() const { return board_; }
    const Address& address() const { return address_; }
    const Exchange& lastExchange() const { return exchange_; }

    Expected<wire::Status> status();
    Expected<wire::SelfTestResult> selfTest(std::uint32_t accesses = 10'000);
    /// Times of the board's processor. Not supported by agents of version 1.0.
    Expected<wire::SoftwareTimes> timeSoftware(std::uint32_t calls = 1'000);
    Expected<wire::ModelAck> load(const wire::LoadModel& model);
    /// Several trajectories. Not supported by agents before version 1.4.
    Expected<wire::ModelAck> load(const wire::LoadModels& models);
    /// A compiled program. Not supported by agents before version 1.5.
    Expected<wire::ModelAck> load(const wire::LoadProgram& program);
    Expected<wire::State> state();
    Expected<wire::State> setState(const wire::SetState& state);

    /// Runs a batch. A stop request aborts it; the answer then says so, with valid samples and
    /// state up to that point. If it does not come soon, the connection ends. Rows that are not the
    /// expected ones, by number and width, end the connection. What FLAGS of the answer mean is for
    /// the caller to judge.
    Expected<wire::RunDone> run(const wire::RunBatch& batch, const TakeSamples& take,
                                const TakeStatus& progress = {}, const std::stop_token& stop = {});

    Expected<wire::UpdateResult> update(const wire::Update& bodies);
    Expected<wire::AssembleResult> assemble(const wire::Assemble& nodes);
    Expected<wire::UpdateAssembleResult> updateAssemble(const wire::UpdateAssemble& bodies);
    Expected<wire::InverseResult> inverse(const wire::Inverse& matrix);
    /// In space. Not supported by agents before version 1.6.
    Expected<wire::SpatialUpdateResult> spatialUpdate(const wire::SpatialUpdate& body);
    Expected<wire::SpatialAssembleResult> spatialAssemble(const wire::SpatialAssemble& nodes);

    Expected<wire::RegisterValues> readRegisters(const wire::ReadRegisters& request);
    Expected<wire::RegistersWritten> writeRegisters(const wire::WriteRegisters& request);

    /// Call about once a second while idle: answers the board's PING and detects a lost board.
    Expected<void> keepAlive();

private:
    BoardClient(Address address, ClientOptions options);
    struct Batch;
    Expected<void> takeFrame(Batch& batch, const Received& frame);
    tl::unexpected<BoardError> garbled(const std::string& fault);
    Expected<void> greet();
    Expected<void> prove(const wire::Nonce& nonce);
    template <class Reply, class Request>
    Expected<Reply> ask(const Request& request, std::chrono::milliseconds patience,
                        bool probes = false);
    template <class Reply>
    Expected<Reply> unpack(const Received& frame);
    template <class Message>
    Expected<void> tell(const Message& message, std::uint32_t sequence);
    Expected<std::optional<Received>> next(std::uint32_t sequence, Clock::time_point deadline,
                                           const std::stop_token& stop);
    Expected<std::optional<Received>> awaited(std::uint32_t sequence, Clock::time_point deadline);
    Expected<void> overdue(const Batch& batch);
    Expected<std::optional<Received>> answered(Received frame, std::uint32_t sequence);
    tl::unexpected<BoardError> silent(std::chrono::milliseconds time);
    tl::unexpected<BoardError> refusal(const wire::Error& error);

    Address address_;
    ClientOptions options_;
    std::stop_token stop_;
    std::optional<Connection> connection_;
    wire::HelloAck board_;
    struct Loaded {
        std::size_t bodies = 0;        // of a trajectory
        std::size_t trajectories = 1;  // each has a row for a sampled step
        bool tagged = false;           // rows name their trajectory
        std::size_t width() const { return (tagged ? 2 : 1) + 2 * bodies; }
    } loaded_;
    Exchange exchange_;
    std::uint32_t sequence_ = 0;
    std::uint32_t probe_ = 0;  // last GET_STATUS of a wait
    bool idle_ = false;        // says its answer
    Clock::time_point asked_;  // time of the last ping
};

}  // namespace momentree::fpga
