// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/power_balance.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/law_corners.hpp"

namespace momentree {

constexpr double rounding = 1e-9;  ///< relative to the potential energy

double PowerBalance::scale() const {
    const double magnitude = std::max(std::abs(mostPotential_), std::abs(leastPotential_));
    return mostKinetic_ + mostPotential_ - leastPotential_ + exchanged_ + rounding * magnitude;
}

void PowerBalance::add(const Sample& sample) {
    const double energy = sample.kinetic + sample.potential;
    if (first_) {
        start_ = energy;
        mostPotential_ = leastPotential_ = sample.potential;
    } else if (sample.time > past_[0].time) {
        advance(sample);
    }
    first_ = false;
    energy_ = energy;
    mostKinetic_ = std::max(mostKinetic_, sample.kinetic);
    mostPotential_ = std::max(mostPotential_, sample.potential);
    leastPotential_ = std::min(leastPotential_, sample.potential);
    past_ = {Instant{sample.time, sample.power}, past_[0], past_[1]};
    balance_ = energy - start_ - work_;
}

/// Adams-Moulton's quadrature over the newest interval, as far as the intervals are equal.
void PowerBalance::advance(const Sample& sample) {
    const double h = sample.time - past_[0].time;
    for (const MotionElement& motion : model_.motions)
        if (jumpOfRate(motion.law, past_[0].time, sample.time) != 0.0) {
            // An impulse, whose work does not show in samples.
            work_ += sample.kinetic + sample.potential - energy_;
            count_ = 0;
            return;
        }
    const double before = past_[0].time - past_[1].time;
    count_ = count_ > 0 && std::abs(h - before) < 1e-6 * h ? std::min(count_ + 1, 3) : 1;
    const double p = sample.power, p0 = past_[0].power, p1 = past_[1].power, p2 = past_[2].power;
    const double simple = h * (p + p0) / 2.0;
    double work = simple;
    if (count_ == 2) work = h * (5.0 * p + 8.0 * p0 - p1) / 12.0;
    if (count_ == 3) work = h * (9.0 * p + 19.0 * p0 - 5.0 * p1 + p2) / 24.0;
    work_ += work;
    exchanged_ += std::abs(work);
    uncertainty_ += count_ == 1 ? h * std::abs(p - p0) / 4.0 : std::abs(work - simple);
}

}  // namespace momentree
