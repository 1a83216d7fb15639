// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/shared_batch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "fpga_link/compiler/merge_systems.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_flags.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/board_message.hpp"

namespace momentree::fpga {

namespace {

class SharedBatch {
public:
    SharedBatch(Connect connect, std::size_t runs) : connect_(std::move(connect)), runs_(runs) {}

    bool begun() const { return listener_.joinable(); }
    void order(std::size_t run, const BatchOrder& order) {
        runs_[run].order = order;
        runs_[run].rows.clear(order.steps / order.decimation);
    }
    void begin() {
        if (begun()) return;
        listener_ = std::jthread([this](const std::stop_token& stop) { computeAll(stop); });
    }
    RowQueue& rows(std::size_t run) { return runs_[run].rows; }
    /// Of the board, once it is connected.
    int fraction() const { return fraction_; }
    const Connect& connect() const { return connect_; }

private:
    struct Run {
        std::optional<BatchOrder> order;
        RowQueue rows;
        std::size_t passed = 0;  // rows passed on
    };
    using Members = std::vector<Run*>;

    void computeAll(const std::stop_token& stop) {
        Members members;
        for (Run& run : runs_)
            if (run.order) members.push_back(&run);
        int fraction = 0;
        for (const Run* run : members) fraction = std::max(fraction, run->order->fraction);
        auto client = connect_(stop, fraction);
        auto refusal = client ? shortFraction(client->board(), fraction) : std::nullopt;
        if (!client || refusal) {
            const BatchEnd end = refusal
                                     ? BatchEnd{BatchStatus::Lost, std::move(refusal)}
                                     : BatchEnd{endOf(client.error()), problemOf(client.error())};
            for (Run* run : members) run->rows.end(end);
            return;
        }
        fraction_ = fractionOf(client->board().capabilities);
        // Older agents take the lowest limit of pivots for all chains, which might miss flags.
        const bool system = members[0]->order->system != nullptr;
        bool several =
            members.size() > 1 &&
            client->board().minor >= (system ? wire::trajectoriesSince : wire::highestLimitSince);
        BatchEnd all;
        if (several && system) {
            const CompiledSystem merged = mergedSystem(systemsOf(members));
            several = merged.program.has_value();  // parameters may have changed what fits
            if (several) all = computeSystems(*client, members, merged, stop);
        } else if (several) {
            all = computeChains(*client, members, stop);
        }
        const bool again =
            !several || all.status == BatchStatus::NotFinite || all.status == BatchStatus::Singular;
        for (Run* run : members) run->rows.end(again ? computeAlone(*client, run, stop) : all);
    }

    BatchEnd computeAlone(BoardClient& client, Run* run, const std::stop_token& stop) {
        if (!run->order->system) return computeChains(client, {run}, stop);
        return computeSystems(client, {run}, *run->order->system, stop);
    }

    BatchEnd computeChains(BoardClient& client, const Members& members,
                           const std::stop_token& stop) {
        const bool alone = members.size() == 1;
        wire::LoadModels models;
        for (const Run* run : members) models.models.push_back(messageOf(*run->order));
        const auto loaded = alone ? client.load(models.models[0]) : client.load(models);
        if (!loaded) return {endOf(loaded.error()), problemOf(loaded.error())};
        std::vector<std::size_t> seen(members.size(), 0);
        const auto take = [&](std::span<const wire::Word> rows, std::size_t stride) {
            for (; !rows.empty(); rows = rows.subspan(stride)) {
                const std::size_t member = alone ? 0 : rows[1];
                if (seen[member]++ < members[member]->passed) continue;
                pass(*members[member], rows.first(stride).subspan(alone ? 1 : 2));
            }
        };
        return runLoaded(client, members, take, stop);
    }

    /// A row has the step, then the coordinates of all systems, then their momenta.
    /// @param program of all members
    BatchEnd computeSystems(BoardClient& client, const Members& members,
                            const CompiledSystem& program, const std::stop_token& stop) {
        const auto loaded = client.load(programMessageOf(program));
        if (!loaded) return {endOf(loaded.error()), problemOf(loaded.error())};
        std::size_t seen = 0;
        const auto take = [&](std::span<const wire::Word> rows, std::size_t stride) {
            for (; !rows.empty(); rows = rows.subspan(stride), ++seen)
                passAll(members, rows.first(stride).subspan(1), seen);
        };
        return runLoaded(client, members, take, stop);
    }
    static Systems systemsOf(const Members& members) {
        Systems systems;
        for (const Run* run : members) systems.push_back(run->order->system);
        return systems;
    }
    static void passAll(const Members& members, std::span<const wire::Word> words,
                        std::size_t number) {
        std::size_t first = 0;
        for (Run* run : members) {
            const std::size_t half = run->order->system->row.size() / 2;
            const auto coordinates = words.subspan(first, half),
                       momenta = words.subspan(words.size() / 2 + first, half);
            first += half;
            if (number < run->passed) continue;
            std::vector<wire::Word> row(coordinates.begin(), coordinates.end());
            row.insert(row.end(), momenta.begin(), momenta.end());
            pass(*run, row);
        }
    }

    static void pass(Run& run, std::span<const wire::Word> row) {
        run.rows.put(row, row.size(), 0);
        ++run.passed;
    }
    static BatchEnd runLoaded(BoardClient& client, const Members& members, const TakeSamples& take,
                              const std::stop_token& stop) {
        const BatchOrder& order = *members[0]->order;
        const auto done = client.run({order.steps, order.decimation}, take, {}, stop);
        return endOf(done, client.board().minor);
    }

    Connect connect_;
    std::vector<Run> runs_;
    std::atomic<int> fraction_ = fp32Fraction;
    std::jthread listener_;  // declared last: ends before what it uses
};

class SharedLink final : public BatchLink {
public:
    SharedLink(std::shared_ptr<SharedBatch> batch, std::size_t run)
        : batch_(std::move(batch)), run_(run) {}

    tl::expected<void, Message> load(const BatchOrder& order, const std::stop_token&) override {
        // The rest of a run that lost its board is computed without the others.
        if (batch_->begun()) {
            batch_ = std::make_shared<SharedBatch>(batch_->connect(), 1);
            run_ = 0;
        }
        batch_->order(run_, order);
        return {};
    }
    tl::expected<void, Message> start() override {
        batch_->begin();
        return {};
    }
    BatchStatus next(std::span<double> row, const std::stop_token& stop) override {
        return batch_->rows(run_).take(row, stop);
    }
    int fraction() const override { return batch_->fraction(); }
    std::optional<Message> problem() const override { return batch_->rows(run_).problem(); }

private:
    std::shared_ptr<SharedBatch> batch_;
    std::size_t run_;
};

}  // namespace

std::optional<Message> shortFraction(const wire::HelloAck& board, int fraction) {
    const int has = fractionOf(board.capabilities);
    if (has >= fraction) return std::nullopt;
    return MOMENTREE_TEXT("board-fraction-short",
                          "the wanted error of the energy needs %1 bits of the fraction, and this "
                          "board has %2: load a bitstream with %1, or take a larger error")(
        std::to_string(fraction), std::to_string(has));
}

BatchEnd endOf(const Expected<wire::RunDone>& done, std::uint8_t minor) {
    if (!done) return {endOf(done.error()), problemOf(done.error())};
    if (const auto flagged = flagTrouble(*done, minor))
        return {endOf(*flagged), problemOf(*flagged)};
    if (done->reason == wire::EndReason::Finished) return {};
    if (done->reason == wire::EndReason::Numeric) return {BatchStatus::NotFinite, {}};
    return {BatchStatus::Lost,
            MOMENTREE_TEXT("board-ended-early", "the board ended the batch early")};
}

std::vector<std::unique_ptr<BatchLink>> shareBatch(Connect connect, std::size_t runs) {
    const auto batch = std::make_shared<SharedBatch>(std::move(connect), runs);
    std::vector<std::unique_ptr<BatchLink>> links;
    for (std::size_t run = 0; run < runs; ++run)
        links.push_back(std::make_unique<SharedLink>(batch, run));
    return links;
}

}  // namespace momentree::fpga
