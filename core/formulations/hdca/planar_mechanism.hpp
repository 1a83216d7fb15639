// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// Data of a model for the planar case of [Hdca]: its tree joints are revolute with parallel axes,
/// so its bodies move in parallel planes. Vectors have two components in the plane.
struct PlanarMechanism {
    /// In the pose q = 0, relative to which its angle is measured. In tree order.
    struct Body {
        double sign = 1.0;  ///< 1 if the joint's z is the normal, -1 if it is opposite
        Eigen::Vector2d c = Eigen::Vector2d::Zero();  ///< joint's origin to centre of mass [m]
        Eigen::Vector2d r = Eigen::Vector2d::Zero();  ///< carrier's origin to the body's own [m]
    };
    /// A joint to ground that closes a loop, cut at its point.
    struct Closure {
        int body = 0;                                     ///< tree index
        Eigen::Vector2d end = Eigen::Vector2d::Zero();    ///< on the body, from its centre of mass
        Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< on ground [m]
    };
    Matrix3d axes = Matrix3d::Identity();  ///< columns, world axes: both axes of the plane, normal
    std::vector<Body> bodies;
    std::optional<Closure> closure;
};

/// Empty unless every tree joint is revolute and not driven, all axes are parallel, and there is at
/// most one loop, closed to ground by a revolute joint (parallel too) or a spherical one.
std::optional<PlanarMechanism> planarMechanism(const Model& model);

}  // namespace momentree
