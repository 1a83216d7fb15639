// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace momentree {

/// What steps do to the clock of a motion: by how much a body or a coordinate is ahead of the
/// motion that the velocities of its own states describe. Errors of this kind grow with time, also
/// where a method keeps the energy.
struct ClockAccount {
    double shift = 0.0;  ///< [s]

    /// Adds some steps. Where a motion turns round, an error changes its reach, not its clock.
    /// @param ahead v . d of the distance d by which poses have moved further than velocities say
    /// @param square v . v in the same units
    /// @param span of the steps [s]
    /// @param passed time for which they stand [s]
    void add(double ahead, double square, double span, double passed) {
        constexpr double slow = 0.05;  // of the mean of `square`
        time_ += passed;
        mean_ += passed / time_ * (square - mean_);
        if (mean_ > 0.0) shift += passed / span * ahead / (square + slow * mean_);
    }

private:
    double time_ = 0.0, mean_ = 0.0;
};

}  // namespace momentree
