// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/reach_visits.hpp"

namespace momentree {

/// Where a point can be pulled to, of a mechanism with any number of degrees of freedom.
struct PulledReach {
    int dimensions = 0;  ///< of what the point reaches
    CoveredCells cells;  ///< without size unless they make up an area or a volume
    double within = 0.0;
    std::int64_t poses = 0;
    bool complete = true;  ///< false: it reaches more cells than are visited
    Vector3d least = Vector3d::Zero(), most = Vector3d::Zero();  ///< corners of the box around it
    std::vector<ReachedPose> farthest;  ///< poses at the six sides of the box
};

/// Pulls a point to the middles of cells, from each cell reached to the cells beside it, with loops
/// closed and joints within their limits. Every cell that counts is reached by a pose. Walks
/// through the poses, the same on every machine, then try the cells at the edge again, until they
/// find hardly more. `within` adds what the last walks found and how much the counts of every
/// second cell differ from that of all. Errors: those of the start, a slide without end, stopped.
Result<PulledReach> pullPoint(const ReachPoses& mechanism, std::size_t point,
                              const ReachShare& share);

}  // namespace momentree
