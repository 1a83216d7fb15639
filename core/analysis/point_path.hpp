// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/analysis/driven_motion.hpp"

namespace momentree {

/// Where the path of a point has a cusp, or is most curved.
struct PathPlace {
    double time = 0.0;  ///< [s]
    Vector3d at = Vector3d::Zero();
};

/// The path of a point, such as the coupler curve of a four-bar.
struct PointPath {
    std::string name;               ///< "body.marker"
    std::vector<Vector3d> points;   ///< [samples] [m]
    std::vector<double> curvature;  ///< [samples] [1/m]; nan where the point rests
    Vector3d least, most;           ///< corners of the box around it, its workspace [m]
    double length = 0.0;            ///< [m]
    double sharpest = 0.0;          ///< least radius of curvature, 0 with a cusp [m]
    PathPlace sharpestAt;
    std::vector<PathPlace> cusps;  ///< where the point turns back while others go on
};

/// The paths of at most twenty points: those of moving bodies at which no joint is and which are no
/// corners of an outline, or its only one without a joint; if there are none, the middles of bodies
/// that no joint holds to ground. Between the samples the path is that of `PathPiece`, so that the
/// box and the length depend on the samples by the sixth power of their intervals. Cusps and the
/// least radius are those of the movement itself. Where a velocity may jump, only the samples
/// count.
/// @param ended whether the mechanism could not go on after the last sample: near a dead point,
/// lengths are those of the movement itself
std::vector<PointPath> pathsOf(const Model& model, DrivenMotion& motion,
                               const std::vector<Sample>& samples, bool ended);

}  // namespace momentree
