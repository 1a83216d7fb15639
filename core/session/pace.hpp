// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

namespace momentree {

/// Couples simulated time to wall time. Forgives delays above `patience`.
class Pace {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr double patience = 0.1;        // [s]
    static constexpr double longestWait = 3600.0;  // [s], then the caller looks again

    Pace(Clock::time_point now, double time) : wall_(now), simulated_(time) {}

    /// Wall time from `now` until `time` [s] is due at `speed` (above 0), 0 if it is [s].
    double wait(double time, double speed, Clock::time_point now) {
        const double due =
            (time - simulated_) / speed - std::chrono::duration<double>(now - wall_).count();
        if (due < -patience) *this = {now, time};
        return std::clamp(due, 0.0, longestWait);
    }

private:
    Clock::time_point wall_;
    double simulated_;  ///< due at `wall_` [s]
};

}  // namespace momentree
