// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The closures of one mechanism, see `MechanismScales`.
struct ClosureGroup {
    std::vector<int> rows;  ///< of the closures, ascending; without rows that are always zero
    /// Independent rows on the branch of the start: the largest rank at the start and at sampled
    /// poses near it. The rank can be lower only in singular poses.
    int rank = 0;
    int startRank = 0;  ///< at the start itself; less than `rank` in a singular pose
    /// The same for poses: without rows that restrict velocities alone.
    std::vector<int> poseRows;
    int poseRank = 0;
    double size = 1.0;  ///< of the mechanism [m]
    double gap = 0.0;   ///< |Phi| of the start relative to `size`
    /// Singular value that counts, and one that does not, relative to the largest. Of large
    /// mechanisms (see LoopMotions), square roots of pivots instead, relative to usual ones.
    double smallestKept = 1.0;
    double largestDropped = 0.0;
};

/// What the closures of a model hold. The rank of redundant closures is a property of the
/// mechanism, not of a pose: it is found once, on poses that satisfy the closures, where rounding
/// leaves many orders of magnitude between singular values that count and those that do not.
struct ClosureRanks {
    std::vector<ClosureGroup> groups;
    double size = 1.0;  ///< of the largest mechanism [m]
    /// Factors that make rows of different units comparable [closureRows]: 1 for lengths, the size
    /// of the mechanism for angles [m].
    Eigen::VectorXd weight;
    /// Makes changes of joint coordinates comparable [nu]: 1 for angles, 1 / size for shifts [1/m].
    Eigen::VectorXd speedScale;
    int rank() const;
    int startRank() const;
    int poseRank() const;
};

/// @param bodies poses that satisfy the closures at time t
ClosureRanks closureRanks(const Model& model, double t, const std::vector<BodyState>& bodies);

/// The motions that move the mechanism with this row of the closures; all motions for -1.
std::vector<int> motionsAround(const Model& model, int closureRow);

/// Some poses with all joint coordinates changed at random, for properties that every pose has. The
/// closures are open there. The same poses are returned in every call.
std::vector<std::vector<BodyKinematics<double>>> loosePoses(const Model& model, double t,
                                                            const std::vector<BodyState>& bodies);

}  // namespace momentree
