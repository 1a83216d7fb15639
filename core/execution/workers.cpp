// SPDX-License-Identifier: Apache-2.0
#include "core/execution/workers.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <system_error>

#include "core/platform/waiting.hpp"

namespace momentree {
namespace {

using namespace std::chrono_literals;

/// How long to spin before sleeping. Waking a sleeping thread takes about 50 us; the sequential
/// part of a step between two loops takes a few. Spinning longer would take a core from other
/// programs.
constexpr auto patience = 20us;
/// The same while a loop is running.
constexpr auto longestPatience = 500us;
/// Number of checks before each yield, some microseconds: after yielding to a program that
/// computes, a thread may lose milliseconds.
constexpr int looks = 150;

constexpr auto mostSavedAtOnce = 200us;  ///< savings seem large after the caller lost its processor
constexpr auto costOfCalling = 2us;      ///< a helper that did not start in time
constexpr int fairWait = 2;              ///< for helpers, in multiples of the caller's own share

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    asm volatile("yield" ::: "memory");
#endif
}

/// Waits until `value` differs from `old` and returns the new value. The patience starts again
/// while `busy()`: a thread that sleeps while others work would be late for the next round as well.
template <typename Busy>
std::uint32_t awaitChange(const std::atomic<std::uint32_t>& value, std::uint32_t old, Busy busy) {
    for (int k = 0; k < looks; ++k) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old) return now;
        relax();
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    Clock::time_point end = begin + patience;
    for (Clock::time_point at = begin; at < end; at = Clock::now()) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old) return now;
        if (busy() && at - begin < longestPatience) end = at + patience;
        std::this_thread::yield();
    }
    platform::waitWhile(value, old);
    return value.load(std::memory_order_acquire);
}

}  // namespace

Workers::Workers(int threads) {
    const int wanted = std::max(threads, 1) - 1;
    claimed_ = std::make_unique<std::atomic<std::uint32_t>[]>(static_cast<std::size_t>(wanted));
    helpers_.reserve(static_cast<std::size_t>(wanted));
    try {
        for (int k = 1; k <= wanted; ++k) helpers_.emplace_back([this, k] { work(k); });
    } catch (const std::system_error&) {  // no more threads: share the work between the existing
                                          // ones
    }
}

Workers::~Workers() {
    assert(open_.load() == 0);
    ended_ = true;
    round_.fetch_add(1, std::memory_order_release);
    platform::wakeAll(round_);
    for (std::thread& helper : helpers_) helper.join();
}

void Workers::run(int count, const void* task, Range range) {
    if (helpers_.empty() || count < 2) return range(task, 0, count);
    if (account_.doubtful() && account_.alone(Clock::now())) return range(task, 0, count);
    assert(open_.load() == 0);
    task_ = task;
    range_ = range;
    count_ = count;
    runTogether();
}

void Workers::runTogether() {
    open_.store(static_cast<std::uint32_t>(threads()), std::memory_order_relaxed);
    const std::uint32_t round = round_.fetch_add(1, std::memory_order_release) + 1;
    platform::wakeAll(round_);
    const Clock::time_point begin = Clock::now();
    runShare(0);
    Clock::time_point free = Clock::now();
    const Clock::duration own = free - begin;
    Clock::duration gain = std::min<Clock::duration>(own, mostSavedAtOnce);
    for (int share = threads() - 1; share > 0; --share) {
        if (!claim(share, round)) continue;
        runShare(share);
        open_.fetch_sub(1, std::memory_order_relaxed);
        gain = -costOfCalling;
        free = Clock::now();
    }
    for (std::uint32_t left = open_.load(std::memory_order_acquire); left != 1;)
        left = awaitChange(open_, left, [] { return false; });
    open_.store(0, std::memory_order_relaxed);
    const Clock::time_point end = Clock::now();
    account_.add(gain - std::max(end - free - fairWait * own, Clock::duration::zero()), end);
}

void Workers::work(int thread) {
    std::uint32_t round = 0;
    for (;;) {
        round = awaitChange(round_, round,
                            [this] { return open_.load(std::memory_order_relaxed) != 0; });
        if (ended_) return;
        if (!claim(thread, round)) continue;
        runShare(thread);
        // Only the last share wakes the caller.
        if (open_.fetch_sub(1, std::memory_order_acq_rel) == 2) platform::wakeOne(open_);
    }
}

/// Every share of a round is claimed before the next round begins: a late thread finds another
/// number here and skips the round.
bool Workers::claim(int share, std::uint32_t round) {
    std::uint32_t before = round - 1;
    return claimed_[static_cast<std::size_t>(share - 1)].compare_exchange_strong(
        before, round, std::memory_order_acquire, std::memory_order_relaxed);
}

void Workers::runShare(int share) const {
    const auto bound = [this](int k) {
        return static_cast<int>(static_cast<std::int64_t>(count_) * k / threads());
    };
    range_(task_, bound(share), bound(share + 1));
}

}  // namespace momentree
