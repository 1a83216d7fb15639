// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace momentree {

/// Recognises impacts of one stop that follow each other ever faster and end at a finite time: the
/// intervals D form a geometric series.
class ZenoWatch {
public:
    /// To be called at every impact, with the rates before and after it.
    void add(double time, double before, double after) {
        fastest_ = std::max(fastest_, std::abs(before));
        after_ = std::abs(after);
        std::copy_backward(times_.begin(), times_.end() - 1, times_.end());
        times_[0] = time;
        count_ = std::min<int>(count_ + 1, static_cast<int>(times_.size()));
    }
    /// Time that the rest of the impacts takes [s], negative if they do not end.
    double rest() const {
        if (count_ < static_cast<int>(times_.size())) return -1.0;
        std::array<double, 4> D{};  // the newest first
        for (std::size_t k = 0; k < D.size(); ++k) D[k] = times_[k] - times_[k + 1];
        const double r = D[0] / D[1];
        for (std::size_t k = 1; k + 1 < D.size(); ++k)
            if (std::abs(D[k] / D[k + 1] - r) > agreement * r) return -1.0;
        return r < 1.0 ? D[0] * r / (1.0 - r) : -1.0;
    }
    /// Whether the coordinate rests from now on: it does not rebound, rebounds no more than
    /// rounding, or the remaining impacts take less than a tenth of a step.
    bool ends(double step) const { return after_ <= slow * fastest_ || soon(step); }
    /// Whether `rate` is nothing beside the impacts so far, or these take less than a tenth of a
    /// step.
    bool creeps(double rate, double step) const { return rate <= slow * fastest_ || soon(step); }
    /// Time that the impacts take that are left out if it rests from now on [s].
    double left(double step) const { return soon(step) ? rest() : 0.0; }
    void forget() { count_ = 0; }
    double fastest() const { return fastest_; }  ///< rate of the fastest impact so far

private:
    bool soon(double step) const {
        const double left = rest();
        return left >= 0.0 && left < 0.1 * step;
    }
    static constexpr double agreement = 0.02;
    static constexpr double slow = 1e-6;  ///< relative to the fastest impact
    std::array<double, 5> times_{};       ///< the newest first
    int count_ = 0;
    double fastest_ = 0.0, after_ = 0.0;
};

}  // namespace momentree
