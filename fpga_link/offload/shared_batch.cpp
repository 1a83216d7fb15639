// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/shared_batch.hpp"

#include <thread>

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
        auto client = connect_(stop);
        if (!client) {
            const BatchEnd end{endOf(client.error()), problemOf(client.error())};
            for (Run* run : members) run->rows.end(end);
            return;
        }
        const bool several = members.size() > 1 && client->board().minor >= wire::trajectoriesSince;
        BatchEnd all;
        if (several) all = compute(*client, members, stop);
        const bool again =
            !several || all.status == BatchStatus::NotFinite || all.status == BatchStatus::Singular;
        for (Run* run : members) run->rows.end(again ? compute(*client, {run}, stop) : all);
    }

    BatchEnd compute(BoardClient& client, const Members& members, const std::stop_token& stop) {
        const bool alone = members.size() == 1;
        wire::LoadModels models;
        for (const Run* run : members) models.models.push_back(messageOf(*run->order));
        const auto loaded = alone ? client.load(models.models[0]) : client.load(models);
        if (!loaded) return {endOf(loaded.error()), problemOf(loaded.error())};
        std::vector<std::size_t> seen(members.size(), 0);
        const auto take = [&](std::span<const wire::Word> rows, std::size_t stride) {
            for (; !rows.empty(); rows = rows.subspan(stride)) {
                const std::size_t member = alone ? 0 : rows[1];
                Run& run = *members[member];
                if (seen[member]++ < run.passed) continue;
                run.rows.put(rows.first(stride), stride, alone ? 1 : 2);
                ++run.passed;
            }
        };
        const BatchOrder& order = *members[0]->order;
        const auto done = client.run({order.steps, order.decimation}, take, {}, stop);
        return endOf(done, client.board().minor);
    }

    Connect connect_;
    std::vector<Run> runs_;
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
    std::optional<Message> problem() const override { return batch_->rows(run_).problem(); }

private:
    std::shared_ptr<SharedBatch> batch_;
    std::size_t run_;
};

}  // namespace

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
