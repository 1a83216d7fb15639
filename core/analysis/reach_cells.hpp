// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/kinematics/coupled_turns.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// A joint coordinate with limits.
struct BoundedCoordinate {
    int joint = 0, coordinate = 0;
    bool turns = false;
    double least = 0.0, most = 0.0;  ///< [rad or m]
};

/// A pose that closes all loops.
struct ReachedPose {
    Eigen::VectorXd q;  ///< of the tree
    CoupledTurns turns;
    Eigen::VectorXd bounded;  ///< [bounds] coordinates with limits
};

/// The free motions at a pose. `step` of each moves joints by about that angle, or by that share of
/// the size of the mechanism.
struct VisitedPose {
    ReachedPose at;
    Eigen::MatrixXd rates;    ///< [bounds x freedom] derivatives of `at.bounded`
    std::vector<Vector3d> r;  ///< [points] [m]
    std::vector<Matrix3d> J;  ///< [points] derivatives in the first `freedom` columns
};

/// The places that a point covers.
struct CoveredCells {
    double size = 0.0;  ///< area or volume, 0 if neither
    double cell = 0.0;  ///< [m]
    bool planar = false;
    Vector3d normal = Vector3d::UnitZ();
    std::vector<Vector3d> places;
    std::vector<Vector3d> edge;  ///< those of `places` beside cells that are not covered
};

/// The plane of places, or space: x = origin + axes y.
struct ReachChart {
    Vector3d origin = Vector3d::Zero();
    Matrix3d axes = Matrix3d::Identity();
    bool planar = false;
};
ReachChart chartOf(std::span<const Vector3d> places);

/// Which cells are asked for.
struct CellRequest {
    std::span<const VisitedPose> poses;
    std::span<const BoundedCoordinate> bounds;
    std::size_t point = 0;
    int freedom = 0;     ///< degrees of freedom
    int dimensions = 0;  ///< of what the point reaches
    double half = 0.0;   ///< of the edge of the cubes
};

/// Cells in the images of cubes in the tangent spaces of the poses, as far as they are within the
/// bounds. Of curves, and of surfaces that are not plane, the points at the poses.
CoveredCells coveredCells(const CellRequest& request);

}  // namespace momentree
