// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// What the planar case of [Hdca] needs of a model whose tree joints are revolute with parallel
/// axes: its bodies move in planes across them. Vectors are their two components in the plane.
struct PlanarMechanism {
    /// As it stands at q = 0, where its angle counts from. In tree order.
    struct Body {
        double sign = 1.0;  ///< 1 where the joint's z is the normal, -1 where it is its opposite
        Eigen::Vector2d c = Eigen::Vector2d::Zero();  ///< joint's origin to centre of mass [m]
        Eigen::Vector2d r = Eigen::Vector2d::Zero();  ///< carrier's origin to its own [m]
    };
    /// One joint to ground that closes a loop, cut at its point.
    struct Closure {
        int body = 0;                                     ///< tree index
        Eigen::Vector2d end = Eigen::Vector2d::Zero();    ///< on the body, from its centre of mass
        Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< on ground [m]
    };
    Matrix3d axes = Matrix3d::Identity();  ///< by columns, in the world: both of the plane, normal
    std::vector<Body> bodies;
    std::optional<Closure> closure;
};

/// Nothing unless every tree joint is an undriven revolute one, all their axes are parallel, and
/// the loops, if there are any, are one that a revolute (parallel too) or spherical joint closes to
/// ground.
std::optional<PlanarMechanism> planarMechanism(const Model& model);

}  // namespace momentree
