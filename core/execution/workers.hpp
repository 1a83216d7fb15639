// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "core/execution/helper_account.hpp"

namespace momentree {

/// Persistent threads for fork-join loops of a few microseconds. Between loops they spin for a few
/// microseconds, then sleep, so that an idle pool costs nothing. One pool per run, owned by its
/// stepper and used by one thread at a time.
class Workers {
public:
    /// @param threads number of threads including the caller's, at least 1. There are fewer if the
    /// system provides no more; see `threads`.
    explicit Workers(int threads);
    ~Workers();  ///< not during `forEach`
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return static_cast<int>(helpers_.size()) + 1; }

    /// Calls task(i) once for every i in [0, count) and returns when all calls have returned; their
    /// writes are then visible. The indices are divided into p = threads() shares; share k is [k
    /// count / p, (k + 1) count / p) in order. One thread runs each share: thread k, or the caller
    /// (thread 0) if thread k has not started when the caller finishes its own share. When helpers
    /// cost more time than they save, because other programs use the processors, the caller works
    /// alone for a while. Results that depend only on shares are bit-identical for the same number
    /// of threads. Does not allocate. `task` must not throw or call `forEach` of the same pool.
    template <typename Task>
    void forEach(int count, const Task& task) {
        run(count, &task, runRange<Task>);
    }
    /// Calls task(first) to task(last - 1) on this thread with the same code as `forEach` and
    /// bit-identical results.
    template <typename Task>
    [[gnu::noinline]] static void runRange(const void* task, int first, int last) {
        for (int i = first; i < last; ++i) (*static_cast<const Task*>(task))(i);
    }

private:
    using Clock = HelperAccount::Clock;
    using Range = void (*)(const void* task, int first, int last);
    void run(int count, const void* task, Range range);
    void runTogether();
    void work(int thread);
    bool claim(int share, std::uint32_t round);
    void runShare(int share) const;

    // Written by the caller before a new round; read by threads that have claimed a share of it.
    const void* task_ = nullptr;
    Range range_ = nullptr;
    int count_ = 0;
    std::atomic<bool> ended_ = false;

    HelperAccount account_;

    // On separate cache lines: the helpers watch one while they decrement the other.
    alignas(64) std::atomic<std::uint32_t> round_{0};
    alignas(64) std::atomic<std::uint32_t> open_{0};  ///< unfinished shares, the caller's last
    /// One per helper: the last round whose share was claimed.
    alignas(64) std::unique_ptr<std::atomic<std::uint32_t>[]> claimed_;
    std::vector<std::thread> helpers_;
};

}  // namespace momentree
