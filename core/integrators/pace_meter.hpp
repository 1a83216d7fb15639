// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/stepping/clock_account.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/paced.hpp"

namespace momentree {

/// Estimates how far fixed steps have shifted a motion, from states and derivatives that a method
/// has anyway. Boole's rule integrates the rates of five states in turn; how far the coordinates
/// have moved beyond that is the error of four steps, up to (h w)^6 / 1000 of a motion of frequency
/// w, beside the (h w)^4 / 120 of methods of order 4.
template <typename S>
class PaceMeter {
public:
    using Vector = typename OdeSystem<S>::Vector;
    static constexpr int states = 5;  ///< in turn that an estimate needs

    /// Starts with a state that follows from none before; keeps what is known of a system of the
    /// same size.
    void start(const OdeSystem<S>& system, double step) {
        taken_ = 0;
        const int count = system.poseSize();
        if (count == static_cast<int>(accounts_.size())) return;
        accounts_.assign(static_cast<std::size_t>(count), {});
        for (Vector* v : {&first_, &sum_, &middle_}) v->setZero(count);
        units_ = system.units().head(count);
        // What iterations leave is no motion.
        resting_ = 1e-10 / step;
    }
    /// Takes a state and its derivative; the next must follow after one step.
    void take(double t, const Vector& y, const Vector& rates) {
        constexpr std::array<S, states> weights{S(7), S(32), S(12), S(32), S(7)};
        const Eigen::Index count = first_.size();
        if (taken_ == 0) {
            begin(t, y, rates);
            return;
        }
        if (taken_ == 1) step_ = t - begin_;
        const double due = begin_ + taken_ * step_;
        if (!(std::abs(t - due) <= 1e-6 * step_)) {  // at corners of laws
            begin(t, y, rates);
            return;
        }
        sum_ += weights[static_cast<std::size_t>(taken_)] * rates.head(count);
        if (taken_ == 2) middle_ = rates.head(count);
        if (++taken_ < states) return;
        close(t, y);
        begin(t, y, rates);
    }
    const PaceError& error() const { return error_; }

private:
    void begin(double t, const Vector& y, const Vector& rates) {
        first_ = y.head(first_.size());
        sum_ = S(7) * rates.head(first_.size());
        begin_ = t;
        if (until_ < 0.0) until_ = t;
        taken_ = 1;
    }
    void close(double t, const Vector& y) {
        const double h = step_, passed = t - until_;
        until_ = t;
        for (Eigen::Index k = 0; k < first_.size(); ++k) {
            const auto unit = static_cast<double>(units_[k]);
            const double v = static_cast<double>(middle_[k]) / unit;
            if (!(std::abs(v) > resting_)) continue;
            const double d =
                (static_cast<double>(y[k] - first_[k]) - 2.0 * h / 45.0 * double(sum_[k])) / unit;
            ClockAccount& own = accounts_[static_cast<std::size_t>(k)];
            own.add(v * d, v * v, 4.0 * h, passed);
            error_.take(t, 2.0 * std::abs(own.shift * v));  // a quaternion has half the angle
        }
    }

    std::vector<ClockAccount> accounts_;  ///< [coordinates]
    Vector first_, sum_, middle_, units_;
    double begin_ = 0.0, step_ = 0.0, until_ = -1.0, resting_ = 0.0;
    int taken_ = 0;
    PaceError error_;
};

}  // namespace momentree
