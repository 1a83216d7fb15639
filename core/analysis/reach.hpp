// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/analysis/watch.hpp"
#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// What one point of a mechanism can reach: its workspace.
struct PointReach {
    enum class Kind {
        Point,  ///< it does not move
        Curve,
        Area,  ///< in a plane
        Volume,
        Surface,  ///< not in a plane
    };
    enum class Method {
        Steps,  ///< all poses, a step apart
        Pulls,  ///< the point was pulled from cell to cell
    };

    std::string name;  ///< "body.marker"
    Kind kind = Kind::Point;
    Method method = Method::Steps;
    int freedom = 0;         ///< degrees of freedom that move it
    std::int64_t poses = 0;  ///< that were visited
    bool complete = true;    ///< false: there are more poses, or cells, than are visited
    double size = 0.0;       ///< of an area [m^2] or a volume [m^3]
    double within = 0.0;     ///< by which `size` may be wrong, as estimated
    Vector3d least = Vector3d::Zero(), most = Vector3d::Zero();  ///< corners of the box around it
    std::vector<std::vector<BodyState>> farthest;  ///< poses at the six sides of the box
    /// Middles of the cells that make up an area or a volume; points of a curve or surface.
    std::vector<Vector3d> places;
    std::vector<Vector3d> edge;           ///< cells at the edge of an area or volume
    double cell = 0.0;                    ///< edge of the cells [m]
    Vector3d normal = Vector3d::UnitZ();  ///< of the plane of an area
};

struct ReachAnalysis {
    int freedom = 0;                 ///< degrees of freedom, without motions
    bool contacts = false;           ///< the model has contacts, which were left out
    std::vector<PointReach> points;  ///< see `tracedPoints`
};

/// What points reach from the start within the limits of the joints, without motions and contacts.
/// Joints that do not move a point are left out.
///
/// With at most three degrees of freedom every pose is near one that is visited: from each, steps
/// of the same length lead along the free motions to the next ones. A point covers the images of
/// the cubes in the tangent spaces at the poses; sizes are extrapolated from two lengths of the
/// steps. With more, or with too many poses, the point is pulled from cell to cell instead, see
/// `pullPoint`: sizes are then of the cells reached, and may lack some that were not found.
///
/// Errors: nothing can move, a slide without limits, a start outside them, a singular start of a
/// mechanism that is visited in steps, stopped.
Result<ReachAnalysis> reachAnalysis(const Model& model, const Watch& watch = {});

}  // namespace momentree
