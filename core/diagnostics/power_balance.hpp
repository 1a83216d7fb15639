// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/stepping/sample.hpp"

namespace momentree {

/// Compares the energy of a mechanism with the work done on it. Exact motions keep the balance
///     B = E - E(0) - W, E = kinetic + potential, W' = power of loads and motions,
/// at zero, also with drives and dampers, which change the energy itself. W is integrated from
/// sample to sample, by a rule of order 4.
class PowerBalance {
public:
    explicit PowerBalance(const Model& model) : model_(model) {}

    /// To be called for every sample in order.
    void add(const Sample& sample);

    double balance() const { return balance_; }  ///< B [J]
    /// Largest error of W due to the interval of the samples [J].
    double uncertainty() const { return uncertainty_; }
    /// Energy that is exchanged: the largest kinetic energy, the range of the potential one and the
    /// work of both signs, more than what rounding changes [J].
    double scale() const;
    /// Whether motions or loads without a potential did any work.
    bool worked() const { return exchanged_ > 0.0; }

private:
    void advance(const Sample& sample);

    struct Instant {
        double time = 0.0, power = 0.0;
    };
    const Model& model_;
    std::array<Instant, 3> past_;  ///< the newest first
    int count_ = 0;                ///< of equal intervals in `past_`
    bool first_ = true;
    double energy_ = 0.0, start_ = 0.0, work_ = 0.0;
    double balance_ = 0.0, uncertainty_ = 0.0;
    double mostKinetic_ = 0.0, leastPotential_ = 0.0, mostPotential_ = 0.0, exchanged_ = 0.0;
};

}  // namespace momentree
