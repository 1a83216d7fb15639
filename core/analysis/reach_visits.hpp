// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/reach_poses.hpp"

namespace momentree {

/// A part of an analysis, for its watch.
struct ReachShare {
    const Watch& watch;
    double from = 0.0, to = 1.0;

    void tell(double done) const { watch.tell(from + (to - from) * done); }
};

struct VisitedPoses {
    std::vector<VisitedPose> poses;
    bool complete = true;  ///< false: there are more than were visited
};

/// All poses that steps of some length reach from the start, at most `most`, of a mechanism with
/// at most three degrees of freedom.
/// @param step [rad, sizes]
Result<VisitedPoses> visitPoses(const ReachPoses& mechanism, double step, std::int64_t most,
                                const ReachShare& share);

}  // namespace momentree
