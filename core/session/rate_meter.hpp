// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace momentree {

/// Measures the speed of a run over about the last second.
class RateMeter {
public:
    using Clock = std::chrono::steady_clock;

    void restart(Clock::time_point now, double time, std::int64_t steps) {
        oldest_ = newest_ = 0;
        marks_[0] = latest_ = {now, time, steps};
    }
    /// Call when the run has reached `time` [s] after `steps` steps.
    void add(Clock::time_point now, double time, std::int64_t steps) {
        latest_ = {now, time, steps};
        if (now - marks_[newest_].wall < spacing) return;
        newest_ = after(newest_);
        if (newest_ == oldest_) oldest_ = after(oldest_);
        marks_[newest_] = latest_;
        while (oldest_ != newest_ && now - marks_[after(oldest_)].wall >= window)
            oldest_ = after(oldest_);
    }
    /// Simulated seconds per wall second.
    double realTimeFactor() const { return perSecond(latest_.time - marks_[oldest_].time); }
    double stepsPerSecond() const {
        return perSecond(static_cast<double>(latest_.steps - marks_[oldest_].steps));
    }

private:
    static constexpr std::chrono::milliseconds window{1000}, spacing{100};
    struct Mark {
        Clock::time_point wall;
        double time = 0.0;
        std::int64_t steps = 0;
    };
    static std::size_t after(std::size_t k) { return (k + 1) % 16; }
    double perSecond(double change) const {
        const std::chrono::duration<double> span = latest_.wall - marks_[oldest_].wall;
        return span.count() > 0.0 ? change / span.count() : 0.0;
    }
    std::array<Mark, 16> marks_{};
    Mark latest_;
    std::size_t oldest_ = 0, newest_ = 0;
};

}  // namespace momentree
