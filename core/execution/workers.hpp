// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace momentree {

/// Persistent threads for fork-join loops of microseconds. Between loops they look for work for a
/// few microseconds, then sleep: an idle pool costs nothing. One pool per run, owned by its
/// stepper, used by one thread at a time.
class Workers {
public:
    /// @param threads that share the work, the caller's included, at least 1. Where the system has
    /// no more threads to give there are fewer; `threads` tells.
    explicit Workers(int threads);
    ~Workers();  ///< not while `forEach` runs
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return static_cast<int>(helpers_.size()) + 1; }

    /// Calls task(i) once for every i in [0, count) and returns when all have returned; what they
    /// wrote is visible then. The indices are cut into p = threads() shares, share k being
    /// [k count / p, (k + 1) count / p) in order; each share is run by one thread: by thread k, or
    /// by the caller (thread 0) where that one has not begun when the caller is through with its
    /// own. Where helpers cost more time than they save, other programs having their processors,
    /// the caller works alone for a while. What depends on shares only has the same bits for the
    /// same number of threads, whoever runs them. Allocates nothing. `task` must not throw nor call
    /// `forEach` of the same pool.
    template <typename Task>
    void forEach(int count, const Task& task) {
        run(count, &task, runRange<Task>);
    }
    /// task(first) to task(last - 1) on this thread by the very code that `forEach` runs, so that
    /// no bit differs.
    template <typename Task>
    [[gnu::noinline]] static void runRange(const void* task, int first, int last) {
        for (int i = first; i < last; ++i) (*static_cast<const Task*>(task))(i);
    }

private:
    using Clock = std::chrono::steady_clock;
    using Range = void (*)(const void* task, int first, int last);
    void run(int count, const void* task, Range range);
    void runTogether();
    void account(Clock::duration gain, Clock::time_point now);
    void work(int thread);
    bool claim(int share, std::uint32_t round);
    void runShare(int share) const;

    // Written by the caller before a new round, read by whoever has claimed a share of it.
    const void* task_ = nullptr;
    Range range_ = nullptr;
    int count_ = 0;
    std::atomic<bool> ended_ = false;

    // The caller's account of what helpers save, and how long it does without them.
    Clock::duration saved_{}, pause_{};
    Clock::time_point aloneUntil_{};

    // On cache lines of their own: the helpers watch one while they count down the other.
    alignas(64) std::atomic<std::uint32_t> round_{0};
    alignas(64) std::atomic<std::uint32_t> open_{0};  ///< shares not yet done, the caller's last
    /// One per helper: the round whose share has been claimed last.
    alignas(64) std::unique_ptr<std::atomic<std::uint32_t>[]> claimed_;
    std::vector<std::thread> helpers_;
};

}  // namespace momentree
