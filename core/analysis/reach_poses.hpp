// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/reach_cells.hpp"
#include "core/analysis/traced_points.hpp"
#include "core/analysis/watch.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/result.hpp"

namespace momentree {

/// The coordinates of joints with limits, in the order of the description.
std::vector<BoundedCoordinate> boundedCoordinates(const Model& model);

/// Which speeds of the tree move some points, in groups: joints in a loop move together.
struct MovingSpeeds {
    std::vector<char> moves;  ///< [nu]
    int freedom = 0;          ///< degrees of freedom of those
};

/// Numbers the groups of speeds that closures or limits connect, [nu].
std::vector<int> speedGroups(const Model& model, const PoseSearch& start,
                             const std::vector<BoundedCoordinate>& bounds);

/// An error if a screw that moves alone has no limits: its displacement in a turn is so short that
/// steps do not find that it never ends.
/// @param groups of `speedGroups`
Diagnostics endlessScrew(const Model& model, const std::vector<int>& groups,
                         const std::vector<BoundedCoordinate>& bounds);

/// The speeds of the groups that move a point at poses near the start. A joint whose axis leads
/// through the point does not move it.
/// @param freedom degrees of freedom of the whole model
MovingSpeeds movingSpeeds(const Model& model, const PoseSearch& start, const TracedPoint& point,
                          const std::vector<int>& groups, int freedom);

/// The poses of a mechanism within the limits of its joints, as far as some speeds lead to them.
/// Lengths in units of `MechanismScales` at the start.
class ReachPoses {
public:
    ReachPoses(const Model& model, const PoseSearch& start, MovingSpeeds speeds,
               std::vector<TracedPoint> points);

    const std::vector<BoundedCoordinate>& bounds() const { return bounds_; }
    int freedom() const { return speeds_.freedom; }
    std::size_t points() const { return points_.size(); }
    /// Distances between poses, for `placeOf`.
    Eigen::VectorXd placeOf(const Eigen::VectorXd& q) const;

    /// The start; an error if it is outside its limits.
    Result<ReachedPose> first() const;
    PoseSearch poseOf(const ReachedPose& reached) const;
    /// Directions [nu x freedom] in which the loops stay closed, without units. Fewer or more
    /// columns at singular poses.
    Eigen::MatrixXd freeMotions(const PoseSearch& pose) const;
    /// @param N of `freeMotions`, at most three columns
    VisitedPose visited(const PoseSearch& pose, ReachedPose reached,
                        const Eigen::MatrixXd& N) const;
    /// Derivatives of a point [3 x freedom] [m] and of the coordinates with limits along N.
    Eigen::MatrixXd pointRates(std::size_t point, const PoseSearch& pose,
                               const Eigen::MatrixXd& N) const;
    Eigen::MatrixXd boundRates(const PoseSearch& pose, const Eigen::MatrixXd& N) const;
    /// The closed pose after a move x [nu]; nothing if loops do not close there, limits aside.
    std::optional<PoseSearch> closedAfter(const PoseSearch& from, const Eigen::VectorXd& x) const;
    /// The same with the coordinates that have limits, on from those of `from`.
    std::optional<ReachedPose> stepped(const PoseSearch& from, const Eigen::VectorXd& bounded,
                                       const Eigen::VectorXd& x) const;
    /// Coordinates with limits, with the turns nearest to those `before`.
    Eigen::VectorXd boundedAt(const PoseSearch& pose, const Eigen::VectorXd& before) const;
    /// The tree after a move x [nu], with open loops.
    Eigen::VectorXd guessed(const PoseSearch& from, const Eigen::VectorXd& x) const;

    Vector3d pointAt(std::size_t point, const PoseSearch& pose) const;
    bool isWithin(const Eigen::VectorXd& bounded) const;
    bool hasLoops() const { return model_.tree.closureRows > 0; }
    /// An error if a slide is so far out that it has no end.
    Diagnostics endless(const ReachedPose& there) const;

private:
    bool close(PoseSearch& pose) const;
    void move(PoseSearch& pose, const Eigen::VectorXd& x) const;

    const Model& model_;
    PoseSearch start_;
    MovingSpeeds speeds_;
    std::vector<Eigen::Index> columns_;  ///< of the speeds that move
    std::vector<TracedPoint> points_;
    std::vector<BoundedCoordinate> bounds_;
    bool exact_;
    Eigen::VectorXd units_;  ///< of speeds, those of the start [nu]
};

/// A closed pose farther than this many steps from where a step began is on another branch.
inline constexpr double farthestMove = 2.0;

/// The dimensions of what a point reaches.
/// @param rates of the point at several poses [3 x freedom]
int movedDimensions(std::span<const Eigen::MatrixXd> rates);

/// The error of an analysis that was stopped.
tl::unexpected<Diagnostics> reachStopped();

}  // namespace momentree
