// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "fpga_link/agent/accelerator.hpp"

namespace momentree::fpga {

/// A frame from the board's thread to the client.
struct Report {
    wire::Bytes frame;
    std::uint64_t samples = 0;  ///< rows in it
    bool last = false;          ///< the job is complete
    /// In the last report: the model that is loaded now.
    std::shared_ptr<const LoadedModel> model;
};

/// Progress of a batch.
struct BatchProgress {
    std::uint32_t stepsDone = 0, waiting = 0, flags = 0, credit = 0;
};

/// The accelerator with a thread for long jobs on it or on the board's processor: loading, batches,
/// self tests, timing of software. When no job runs, the thread that starts jobs may use the
/// accelerator directly.
class Board {
public:
    /// @param wake called from the board's thread when there are reports
    Board(Accelerator& accelerator, std::function<void()> wake);
    ~Board();
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    bool busy() const { return busy_; }
    void setOwned(bool owned) { owned_ = owned; }
    /// Neither busy nor controlled by a client.
    bool isFree() const { return !busy_ && !owned_; }
    Accelerator& accelerator() { return accelerator_; }

    using Job = std::variant<wire::LoadModel, wire::LoadModels, wire::LoadProgram, wire::RunBatch,
                             wire::SelfTest, wire::TimeSoftware>;
    /// @param model the loaded model according to the last report
    /// @param sequence number of the request
    void start(Job job, std::shared_ptr<const LoadedModel> model, std::uint32_t sequence);
    void abort() { abort_ = true, changed_.notify_all(); }
    /// Aborts the batch and discards its samples.
    void forget() { forget_ = true, abort(); }
    void addCredit(std::uint32_t bytes);
    BatchProgress progress() const;

    /// Returns the reports of the thread; after the last one, `busy` is false.
    std::vector<Report> takeReports();

private:
    class Reader;
    void work();
    Report perform(const Job& job);
    template <class Message>
    Report load(const Message& message);
    Report run(const wire::RunBatch& batch);
    Report test(const wire::SelfTest& request);
    wire::SoftwareTimes time(const wire::TimeSoftware& request) const;
    void post(Report report);

    Accelerator& accelerator_;
    std::function<void()> wake_;
    std::shared_ptr<const LoadedModel> model_;
    std::uint32_t sequence_ = 0;
    bool busy_ = false, owned_ = false;  // used by the thread that starts jobs

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Job> job_;
    std::vector<Report> reports_;
    bool stop_ = false;

    std::atomic<bool> abort_{false}, forget_{false};
    std::atomic<std::uint32_t> credit_{0};
    std::atomic<std::uint32_t> stepsDone_{0}, waiting_{0}, flags_{0};
    std::thread thread_;
};

}  // namespace momentree::fpga
