// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/math/spatial.hpp"

namespace momentree {

/// Where a point is, how fast, and its acceleration.
struct PointMotion {
    double time = 0.0;
    Vector3d r, v, a;
};

/// The path of a point between two instants: the quintic that has its positions, velocities and
/// accelerations, off by the sixth power of the interval.
class PathPiece {
public:
    PathPiece(const PointMotion& from, const PointMotion& to);

    PointMotion at(double time) const;
    /// Corners of the box around it that are beyond those of its ends.
    void extend(Vector3d& least, Vector3d& most) const;
    /// Of the part between two times of it [m].
    double length(double begin, double end) const;

private:
    double from_, interval_;
    std::array<Vector3d, 6> c_;  ///< coefficients over the share of the interval
};

}  // namespace momentree
