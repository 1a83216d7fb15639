// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/driven_motion.hpp"

namespace momentree {

/// Where a mechanism is nearest to a dead point, in which the motions do not determine how it
/// continues.
struct NearDeadPoint {
    double time = 0.0;        ///< [s]
    double regularity = 0.0;  ///< smallest singular value of the loops, see `DrivenMotion`
    bool dead = false;        ///< as near as rounding allows
};

/// The neighbours of sample k in time.
std::pair<double, double> around(const std::vector<Sample>& samples, std::size_t k);

/// The local minima of the regularity, also between samples, in order of time.
/// @param regularity of each sample
std::vector<NearDeadPoint> nearDeadPoints(DrivenMotion& motion, const std::vector<Sample>& samples,
                                          const std::vector<double>& regularity);

}  // namespace momentree
