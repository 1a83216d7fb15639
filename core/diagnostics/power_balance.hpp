// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// Whether motions, or loads without a potential such as dampers, can do work in a model.
bool canExchangeWork(const Model& model);

/// Compares the energy of a mechanism with the work done on it. Exact motions keep the balance
///     B = E - E(0) - W, E = kinetic + potential, W' = power of loads and motions,
/// at zero, also with drives and dampers, which change the energy itself. W is the integral of the
/// cubic through the newest four powers (Adams and Moulton's rule where the intervals are equal);
/// its errors telescope, so that they do not grow with time.
class PowerBalance {
public:
    explicit PowerBalance(const Model& model);

    /// To be called for samples in order, at any intervals.
    void add(const Sample& sample);

    double balance() const { return balance_; }  ///< B [J]
    /// Sets the work of each exchange since the first sample, its stored energy included. The sum
    /// of all and of what they store is W. Not a number for motions whose speeds jump together:
    /// their shares are unknown.
    /// @param exchanges of the newest sample
    void writeWorks(std::span<Exchange> exchanges) const;
    /// Bound of the error of W due to the intervals of the samples [J]: a multiple of its largest
    /// distance so far from the same integral by parabolas, and all that happened in intervals in
    /// which laws, friction or a mechanism's passage through a narrow pose change the power faster
    /// than the samples show, or a law of state jumps.
    double uncertainty() const;
    /// Share of the highest power of time in the work of the newest interval [J].
    double newestError() const { return newestError_; }
    /// Share of the highest power of time in the work of any one exchange in the newest interval,
    /// relative to all that is exchanged.
    double newestShareError() const;
    /// Whether a power has jumped with the state so far.
    bool jumps() const { return jumps_; }
    double fastestFriction() const { return fastest_; }  ///< time in which friction changes [s]
    double mostKinetic() const { return mostKinetic_; }  ///< largest kinetic energy so far [J]
    /// Energy that is exchanged: the largest kinetic energy, the range of the potential one and the
    /// work of both signs, more than what rounding changes [J].
    double scale() const;

private:
    void advance(const Sample& sample);
    bool bends() const;
    void addRestart(const Sample& sample);
    void startShares(const std::vector<Exchange>& exchanges);
    void addShares();
    void addJump(double from, double to, double gained);

    struct Instant {
        double time = 0.0, power = 0.0;
    };
    static constexpr int most = 4;  ///< instants of a cubic
    /// What `past_`, `work_` are for all, of one exchange.
    struct Share {
        std::array<double, most> powers{};
        double work = 0.0;     ///< without what `stored` gives [J]
        double stored = 0.0;   ///< of the first sample [J]
        double impacts = 0.0;  ///< of the newest state [J]
    };
    const Model* model_;
    double fastest_;                  ///< shortest time in which friction changes [s]
    bool switches_;                   ///< whether laws depend on the state, and may jump with it
    std::array<Instant, most> past_;  ///< the newest first
    int count_ = 0;                   ///< of them, since the start or the last jump of a velocity
    std::vector<Share> shares_;
    double shareError_ = 0.0,
           traded_ = 0.0;  ///< of `shares_`: newest error, works of both signs [J]
    double energy_ = 0.0, start_ = 0.0;
    double turn_ = 0.0;  ///< of the newest state, of the body that turns fastest [rad/s]
    double work_ = 0.0, coarseWork_ = 0.0;  ///< by cubics and by parabolas [J]
    double apart_ = 0.0;                    ///< their largest distance [J]
    double newestError_ = 0.0;
    double impactWork_ = 0.0;  ///< of the newest state [J]
    double unseen_ = 0.0;      ///< errors in intervals that do not show laws or friction [J]
    bool jumps_ = false;
    double balance_ = 0.0;
    double mostKinetic_ = 0.0, leastPotential_ = 0.0, mostPotential_ = 0.0, exchanged_ = 0.0;
};

}  // namespace momentree
