// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace momentree {

/// What helpers save the caller of a pool, and how long it does without them when they cost more.
class HelperAccount {
public:
    using Clock = std::chrono::steady_clock;
    /// @param gain what the helpers of a round saved, below zero what they cost
    void add(Clock::duration gain, Clock::time_point now);
    /// Whether the caller works alone now and then, so that it must look at the clock.
    bool doubtful() const { return pause_ != Clock::duration::zero(); }
    /// Whether it works alone at `now`.
    bool alone(Clock::time_point now) const { return doubtful() && now < aloneUntil_; }

private:
    Clock::duration saved_{}, pause_{};
    Clock::time_point aloneUntil_{};
};

}  // namespace momentree
