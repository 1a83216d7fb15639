// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace momentree {

/// Number of equal steps of at most `step` that cover `interval`, at least 1. A remainder below a
/// billionth of a step counts as rounding.
inline std::int64_t stepCount(double interval, double step) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(interval / step - 1e-9)));
}

/// Equal steps to a target, t = from + k h, so that time does not drift. An interrupted plan is
/// kept, so that a pause does not change any bit.
class StepPlan {
public:
    /// Continues an interrupted plan for the same target; otherwise starts a new one at `t` [s].
    void aim(double t, double until, double step) {
        if (until_ != until || finished()) *this = StepPlan(t, until, stepCount(until - t, step));
    }
    bool finished() const { return done_ == steps_; }
    double next() const {  ///< end of the next step [s]
        const auto k = static_cast<double>(done_ + 1);
        return done_ + 1 == steps_ ? until_
                                   : from_ + k * ((until_ - from_) / static_cast<double>(steps_));
    }
    void advance() { ++done_; }

    StepPlan() = default;

private:
    StepPlan(double from, double until, std::int64_t steps)
        : from_(from), until_(until), steps_(steps) {}
    double from_ = 0.0, until_ = 0.0;
    std::int64_t steps_ = 0, done_ = 0;
};

}  // namespace momentree
