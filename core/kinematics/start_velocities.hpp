// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/body_velocities.hpp"
#include "core/kinematics/pose_search.hpp"

namespace momentree {

/// The equations of given speeds, G x = g, with speeds x of the tree in units of the scales [1/s].
struct GivenSpeeds {
    Eigen::MatrixXd G;               ///< [rows x nu]
    Eigen::VectorXd g;               ///< [rows], without what motions contribute
    std::vector<std::size_t> owner;  ///< [rows] the given start, of a joint that closes a loop, too
};
GivenSpeeds givenSpeeds(const Model& model, double t, const PoseSearch& pose,
                        const std::vector<GivenStart>& starts);

/// Given speeds that cannot all hold.
struct SpeedConflict {
    std::size_t given = 0;         ///< the first that contradicts the loops and those before it
    std::vector<double> possible;  ///< its speeds with those before it
};

/// Speeds of the tree at the start.
struct StartSpeeds {
    Eigen::VectorXd u;                     ///< [nu]
    bool loopsMove = true;                 ///< false if no speeds satisfy the closures and motions
    std::vector<SpeedConflict> conflicts;  ///< empty, or one
};

/// The speeds that satisfy the closures and all given speeds, fit the given velocities of bodies
/// best, and then are closest to `wanted`: each difference has the least kinetic energy. Given
/// speeds may be rounded by `tolerance`, relative to the largest; if they contradict each other,
/// the result is their best fit.
/// @param wanted [nu]
StartSpeeds startSpeeds(const Model& model, double t, const PoseSearch& pose,
                        const std::vector<GivenStart>& given,
                        const std::vector<GivenVelocity>& ofBodies, const Eigen::VectorXd& wanted,
                        double tolerance);

}  // namespace momentree
