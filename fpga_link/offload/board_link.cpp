// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/board_link.hpp"

#include <algorithm>
#include <mutex>
#include <regex>
#include <thread>

#include "fpga_link/client/own_agent.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/functions/rtl_fraction.hpp"
#include "fpga_link/offload/board_flags.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/own_times.hpp"
#include "fpga_link/offload/shared_batch.hpp"

namespace momentree::fpga {

namespace {

Connect connectTo(Address address, ClientOptions options, FindSecret secret = {}) {
    return [address, options, secret](const std::stop_token& stop, int) -> Expected<BoardClient> {
        ClientOptions known = options;
        if (secret) {
            auto found = secret(address);
            if (!found) return tl::unexpected(found.error());
            known.secret = std::move(*found);
        }
        return BoardClient::connect(address, std::move(known), stop);
    };
}

/// An agent on this machine that ends with the connection; a new one for each.
Connect connectToOwn(std::vector<std::string> command, std::string id, ClientOptions options) {
    return [agent = std::make_shared<std::optional<OwnAgent>>(), command, id, options](
               const std::stop_token& stop, int fraction) -> Expected<BoardClient> {
        auto started = OwnAgent::start(commandFor(command, id, fraction));
        if (!started) return tl::unexpected(started.error());
        agent->emplace(std::move(*started));
        return BoardClient::connect((*agent)->address(), options, stop);
    };
}

/// Streams ahead of the reader, so that a pause of the reader does not delay the board.
class BoardLink final : public BatchLink {
public:
    explicit BoardLink(Connect connect) : connect_(std::move(connect)) {}

    tl::expected<void, Message> load(const BatchOrder& order,
                                     const std::stop_token& stop) override {
        listener_ = {};
        rows_.clear(order.steps / order.decimation);
        auto client = connect_(stop, order.fraction);
        if (!client) return tl::unexpected(boardMessage(client.error()));
        if (auto refusal = shortFraction(client->board(), order.fraction))
            return tl::unexpected(std::move(*refusal));
        fraction_ = fractionOf(client->board().capabilities);
        client_.emplace(std::move(*client));
        auto loaded = order.system ? client_->load(programMessageOf(*order.system))
                                   : client_->load(messageOf(order));
        if (!loaded) return tl::unexpected(boardMessage(loaded.error()));
        program_ = std::move(*loaded);
        keepTimes(noTimes(client_->board(), order.fraction));
        batch_ = {order.steps, order.decimation};
        return {};
    }

    bool keeps() override { return client_ && client_->keepAlive(); }
    tl::expected<void, Message> start() override {
        listener_ = std::jthread([this](const std::stop_token& stop) { listen(stop); });
        return {};
    }

    BatchStatus next(std::span<double> row, const std::stop_token& stop) override {
        return rows_.take(row, stop);
    }
    int fraction() const override { return fraction_; }
    std::optional<Message> problem() const override { return rows_.problem(); }
    std::optional<BoardTimes> boardTimes() const override {
        const std::lock_guard lock(timesMutex_);
        return times_;
    }

private:
    /// Those of another batch of the same run are kept.
    void keepTimes(BoardTimes fresh) {
        const std::lock_guard lock(timesMutex_);
        if (times_) std::swap(fresh.parts, times_->parts);
        if (times_) fresh.network_ns = times_->network_ns;
        times_ = std::move(fresh);
    }
    void listen(const std::stop_token& stop) {
        const auto take = [this](std::span<const wire::Word> rows, std::size_t stride) {
            rows_.put(rows, stride, 1);
        };
        const auto done = client_->run(batch_, take, {}, stop);
        if (done) {
            const std::lock_guard lock(timesMutex_);
            addBatch(*times_, program_, *done, client_->lastExchange());
        }
        rows_.end(endOf(done, client_->board().minor));
        client_.reset();  // frees the board for others while the rows are read
    }

    Connect connect_;
    std::optional<BoardClient> client_;
    int fraction_ = fp32Fraction;
    wire::RunBatch batch_;
    wire::ModelAck program_;
    RowQueue rows_;
    mutable std::mutex timesMutex_;
    std::optional<BoardTimes> times_;
    std::jthread listener_;  // declared last: ends before what it uses
};

class BoardFunctions final : public FunctionLink {
public:
    explicit BoardFunctions(Connect connect) : connect_(std::move(connect)) {}

    tl::expected<void, Message> open(const std::stop_token& stop) override {
        if (client_ && client_->connected()) {
            client_->heed(stop);
            return {};
        }
        client_.reset();
        auto client = connect_(stop, 0);
        if (!client) return tl::unexpected(boardMessage(client.error()));
        client_.emplace(std::move(*client));
        if (!times_) times_ = noTimes(client_->board());
        return {};
    }
    std::optional<BoardTimes> boardTimes() const override { return times_; }
    tl::expected<NodePair, Message> update(const Body& A, const Body& B) override {
        const auto got =
            client_->update({wordsOf<wire::BodyWords>(A), wordsOf<wire::BodyWords>(B)});
        if (auto checked = check("update", got); !checked) return tl::unexpected(checked.error());
        return NodePair{wordsOf<Node>(got->A), wordsOf<Node>(got->B)};
    }
    tl::expected<Joined, Message> assemble(const Node& A, const Node& B) override {
        const auto got =
            client_->assemble({wordsOf<wire::NodeWords>(A), wordsOf<wire::NodeWords>(B)});
        const auto singular = check("assembly", got);
        if (!singular) return tl::unexpected(singular.error());
        return Joined{wordsOf<Node>(got->C), wordsOf<Joint>(got->joint), *singular};
    }
    tl::expected<Inverse, Message> inverse(const Matrix& matrix) override {
        constexpr std::uint32_t singular = 1u << 8;  // bit of INV4_INFO
        const auto got = client_->inverse({wordsOf<wire::MatrixWords>(matrix)});
        const auto small = check("inverse", got);
        if (!small) return tl::unexpected(small.error());
        return Inverse{wordsOf<Matrix>(got->inverse), *small || (got->info & singular) != 0};
    }
    tl::expected<SpatialNode, Message> spatialUpdate(const SpatialBody& body) override {
        const auto got = client_->spatialUpdate({wordsOf<wire::SpatialBodyWords>(body)});
        if (auto checked = check("update", got); !checked) return tl::unexpected(checked.error());
        return wordsOf<SpatialNode>(got->node);
    }
    tl::expected<SpatialJoined, Message> spatialAssemble(const SpatialNode& A, const SpatialNode& B,
                                                         const SpatialJoint& joint) override {
        const auto got = client_->spatialAssemble({wordsOf<wire::SpatialNodeWords>(A),
                                                   wordsOf<wire::SpatialNodeWords>(B),
                                                   wordsOf<wire::SpatialJointWords>(joint)});
        const auto small = check("assembly", got);
        if (!small) return tl::unexpected(small.error());
        return SpatialJoined{wordsOf<SpatialNode>(got->C),
                             wordsOf<functions::SpatialImpulses<float>>(got->impulses), *small};
    }
    Ways ways() const override { return ways_; }

private:
    /// Whether a pivot was too small. Numbers that are not finite are found in the results.
    template <class Result>
    tl::expected<bool, Message> check(const char* function, const Expected<Result>& got) {
        if (!got) return tl::unexpected(boardMessage(got.error()));
        divide(got->timings);
        addCall(*times_, function, got->timings);
        const auto flagged = flagTrouble(got->flags, 1);
        if (flagged && endOf(*flagged) == BatchStatus::Lost)
            return tl::unexpected(boardMessage(*flagged));
        return (got->flags & flag::smallPivot) != 0;
    }
    void divide(const wire::Timings& timings) {
        const CallShares shares = sharesOf(client_->lastExchange(), timings);
        ways_ = {shares.transfer_ns, shares.network_ns};
    }

    Connect connect_;
    std::optional<BoardClient> client_;
    Ways ways_;
    std::optional<BoardTimes> times_;
};

}  // namespace

CallShares sharesOf(const Exchange& exchange, const wire::Timings& timings) {
    std::int64_t accesses = 0, whole = 0, parts = 0;
    for (const wire::TimingRow& row : timings) {
        if (row.source == wire::TimingSource::Modelled) continue;
        const auto ns = static_cast<std::int64_t>(row.time_ns);
        (row.kind == wire::TimingKind::Wall ? whole : parts) += ns;
        if (row.kind == wire::TimingKind::RegisterWrite ||
            row.kind == wire::TimingKind::RegisterRead)
            accesses += ns;
    }
    const std::int64_t there = whole > 0 ? whole : parts, all = exchange.whole().count();
    return {std::min(accesses, all), std::max<std::int64_t>(0, all - there)};
}

Backend remoteBoardBackend(ClientOptions options, FindSecret secret) {
    const auto addressOf = [](const std::string& backend) {
        const std::size_t colon = backend.find(':');
        return parseAddress(colon == std::string::npos ? "" : backend.substr(colon + 1));
    };
    const auto connectBy = [addressOf, options, secret](const std::string& id) {
        return connectTo(addressOf(id).value_or(Address{}), options, secret);
    };
    Backend backend = boardBackend(
        "board", "A board over TCP",
        "The accelerator of board:HOST:PORT, single precision, the whole run in one batch; "
        "board:HOST:PORT:per-phase calls its functions one by one for comparison, and "
        "board:HOST:PORT:error=0.001 refuses a board whose numbers are too short for this error "
        "of the energy [J].",
        [connectBy](const std::string& id) { return std::make_unique<BoardLink>(connectBy(id)); },
        [connectBy](const std::string& id) {
            return std::make_unique<BoardFunctions>(connectBy(id));
        },
        [connectBy](const std::string& id, std::size_t runs) {
            return shareBatch(connectBy(id), runs);
        });
    backend.refusal = [addressOf, refusal = backend.refusal](const Model& model,
                                                             const RunSpec& spec) {
        if (addressOf(boardOf(spec.backend))) return refusal(model, spec);
        return Diagnostics{
            error(Place::setting("backend", spec.backend),
                  MOMENTREE_TEXT("board-address-missing",
                                 "needs the address of the board, board:HOST:PORT, for example "
                                 "board:192.168.1.10:7420 or board:[fe80::1]:7420"))};
    };
    return backend;
}

Backend virtualBoardBackend(std::vector<std::string> command, ClientOptions options) {
    const auto connectBy = [command, options](const std::string& id) {
        return connectToOwn(command, id, options);
    };
    Backend backend = boardBackend(
        "virtual-board", "A virtual board",
        "The accelerator simulated by a separate program, connected over TCP; virtual-board:rtl "
        "simulates its hardware description clock by clock; with :per-phase after either, its "
        "functions are called one by one for comparison. virtual-board:16-bits has shorter "
        "numbers, and virtual-board:error=0.001 as short ones as this error of the energy [J] "
        "permits.",
        [connectBy](const std::string& id) { return std::make_unique<BoardLink>(connectBy(id)); },
        [connectBy](const std::string& id) {
            return std::make_unique<BoardFunctions>(connectBy(id));
        },
        [connectBy](const std::string& id, std::size_t runs) {
            return shareBatch(connectBy(id), runs);
        });
    backend.refusal = [refusal = backend.refusal](const Model& model, const RunSpec& spec) {
        const std::string board = boardOf(spec.backend);
        if (virtualBoardOf(board)) return refusal(model, spec);
        return Diagnostics{
            error(Place::setting("backend", spec.backend),
                  MOMENTREE_TEXT("virtual-board-unknown",
                                 "is unknown; there is virtual-board and virtual-board:rtl, both "
                                 "with bits of the fraction (:12-bits to :23-bits, rtl :16-bits or "
                                 ":23-bits) and with :error=JOULES or :per-phase, for example "
                                 "virtual-board:16-bits or virtual-board:per-phase"))};
    };
    return backend;
}

std::optional<VirtualBoard> virtualBoardOf(const std::string& board) {
    static const std::regex form("virtual-board(:rtl)?(?::(1[2-9]|2[0-3])-bits)?");
    std::smatch parts;
    if (!std::regex_match(board, parts, form)) return std::nullopt;
    const VirtualBoard found{parts[1].matched, parts[2].matched ? std::stoi(parts[2]) : 0};
    const bool built = found.fraction == 0 || found.fraction == shortRtlFraction ||
                       found.fraction == fullRtlFraction;
    if (found.rtl && !built) return std::nullopt;
    return found;
}

std::vector<std::string> commandFor(std::vector<std::string> command, const std::string& board,
                                    int fraction) {
    const VirtualBoard wanted = virtualBoardOf(board).value_or(VirtualBoard{});
    if (wanted.rtl) command.insert(command.end(), {"--fabric", "rtl"});
    if (wanted.fraction != 0)
        fraction = wanted.fraction;
    else if (wanted.rtl && fraction != 0)
        fraction = fraction > shortRtlFraction ? fullRtlFraction : shortRtlFraction;
    if (fraction != 0) command.insert(command.end(), {"--fraction", std::to_string(fraction)});
    return command;
}

wire::LoadModel messageOf(const BatchOrder& order) {
    wire::LoadModel message;
    message.closed = order.mechanism.closed ? wire::yes : std::uint8_t{0};
    message.method =
        order.method == PlanarMethod::RungeKutta4 ? wire::Method::RungeKutta4 : wire::Method::Euler;
    message.step = order.step;
    message.gravityX = order.mechanism.gravityX;
    message.gravityY = order.mechanism.gravityY;
    for (std::size_t i = 0; i < order.mechanism.bodies.size(); ++i) {
        const ChainLink& body = order.mechanism.bodies[i];
        message.bodies.push_back({body.length, body.cx, body.cy, body.mass, body.inertia,
                                  body.damping, order.start.angle[i], order.start.momentum[i]});
    }
    return message;
}

wire::LoadProgram programMessageOf(const CompiledSystem& system) {
    const Program& program = *system.program;
    const auto number = [](auto value) { return static_cast<std::uint32_t>(value); };
    const auto placeOf = [&](Register place) {
        return number(place.bank * Machine::bankWords + place.address);
    };
    wire::LoadProgram message;
    message.passes = static_cast<std::uint8_t>(program.passes);
    message.phased = program.phased ? wire::yes : std::uint8_t{0};
    message.pivotLimit = static_cast<std::uint8_t>(program.pivotLimit);
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) message.words.push_back(part);
    for (const InitialWord& word : program.image)
        message.image.push_back({placeOf(word.place), word.bits});
    for (const Register& place : program.states) message.kept.push_back(placeOf(place));
    const std::size_t half = system.row.size() / 2;
    for (std::size_t i = 0; i < system.row.size(); ++i)
        (i < half ? message.coordinates : message.momenta).push_back(number(system.row[i]));
    for (const int state : program.sampleOrder) message.samples.push_back(number(state));
    for (const PhaseRow& row : program.phases)
        message.phases[static_cast<std::size_t>(row.phase)] = {number(row.counts.sums),
                                                               number(row.counts.products),
                                                               number(row.counts.reciprocals),
                                                               number(row.counts.roundings),
                                                               number(row.first),
                                                               number(row.end)};
    return message;
}

namespace {

const char* nameOf(wire::TimingKind kind) {
    switch (kind) {
        case wire::TimingKind::Kinematics:
            return "kinematics";
        case wire::TimingKind::Initialise:
            return "initialise";
        case wire::TimingKind::Assembly:
            return "assembly";
        case wire::TimingKind::Base:
            return "base";
        case wire::TimingKind::Disassembly:
            return "disassembly";
        case wire::TimingKind::Derivatives:
            return "derivatives";
        case wire::TimingKind::Integrate:
            return "integrate";
        case wire::TimingKind::Compute:
            return "compute";
        case wire::TimingKind::Stalled:
            return "stalled";
        case wire::TimingKind::RegisterWrite:
            return "register writes";
        case wire::TimingKind::RegisterRead:
            return "register reads";
        case wire::TimingKind::Wall:
            return "agent";
        case wire::TimingKind::Compile:
            return "compile";
    }
    return "";
}

}  // namespace

std::vector<TimingRow> timingRows(const wire::Timings& timings, const std::string& device) {
    std::vector<TimingRow> rows;
    for (const wire::TimingRow& row : timings) {
        const bool access = row.kind == wire::TimingKind::RegisterWrite ||
                            row.kind == wire::TimingKind::RegisterRead;
        const bool simulated = row.source == wire::TimingSource::MeasuredHost &&
                               (access || row.kind == wire::TimingKind::Wall);
        const std::string name = nameOf(row.kind);
        rows.push_back({!simulated ? name
                        : access   ? "simulated " + name
                                   : "simulation",
                        device,
                        simulated ? TimeSource::Simulated : static_cast<TimeSource>(row.source),
                        static_cast<std::int64_t>(row.count), static_cast<double>(row.time_ns)});
    }
    return rows;
}

}  // namespace momentree::fpga
