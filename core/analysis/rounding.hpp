// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/sample.hpp"

namespace momentree {

/// 0 for a value that is only what rounding leaves of terms of this size, otherwise the value.
double withoutRounding(double value, double scale);

/// How large the forces and moments are of which others are computed, the largest over a movement:
/// those of inertia, weight, loads, joints and motions, each also by the length of the mechanism.
class LoadScales {
public:
    LoadScales() = default;
    /// @param size of the mechanism [m]
    explicit LoadScales(double size) : size_(size) {}

    /// @param sample complete, see `Observer`
    void include(const Model& model, const Sample& sample);
    double force() const;   ///< [N]
    double moment() const;  ///< [N m]
    double of(const MotionElement& motion) const { return motion.rotation ? moment() : force(); }

private:
    double size_ = 1.0, force_ = 0.0, moment_ = 0.0;
};

}  // namespace momentree
