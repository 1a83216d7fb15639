// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/dynamics/observer.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/loop_follower.hpp"

namespace momentree {

/// A mechanism whose motions determine its movement, at any instant: poses and velocities from the
/// closures, accelerations and multipliers from the equations of Newton and Euler. Nothing is
/// integrated; errors do not add up.
class DrivenMotion {
public:
    /// The mechanism at t = 0. An error if motions leave a degree of freedom, with the joints that
    /// could be driven, or if it cannot be assembled.
    /// @param model must outlive the object
    static Result<std::unique_ptr<DrivenMotion>> start(const Model& model);

    /// Goes to time t. Loops are closed step by step from the nearest of the last instant and those
    /// of earlier calls with ascending times, so that the mechanism stays on its branch. An error
    /// if they cannot follow the motions so far; the last instant is then the one that was reached.
    Result<void> moveTo(double t);
    /// Goes to time t and completes the sample there. Limits are errors, too.
    Result<Sample> at(double t);
    /// Also begins at the instants of another movement of the same model, all of which are later.
    void takeInstants(DrivenMotion&& later);

    /// Angles of torsion springs at the last instant [Model::loadAngles], see `evaluateLoads`.
    const std::vector<double>& anglesOfLoads() const { return ofLoads_; }
    double time() const { return now_.t; }  ///< of the last instant [s]
    /// Of the last instant.
    std::span<const BodyKinematics<double>> bodies() const { return bodies_; }
    const AssemblyReport& assembly() const { return report_; }
    double size() const { return size_; }  ///< of the largest mechanism [m]
    /// How often the equations of the loops were factorised by `LoopFollower`.
    int factorisations() const { return follower_.factorisations(); }
    /// Of the scaled equations of the loops at the last instant, the smallest singular value that
    /// counts, relative to the largest: 0 in a dead point; 1 without loops.
    double regularity() const;

private:
    struct Instant {
        double t = 0.0;
        Eigen::VectorXd q, u;        ///< of the tree
        Eigen::VectorXd change;      ///< of u per time, about; 0 where that is not known
        double since = 0.0;          ///< the time it took u to change [s]
        std::vector<double> angles;  ///< [countedAngles]
    };
    enum class Move : std::uint8_t {
        Done,
        Crosses,  ///< a singular pose, or to the other branch beyond a nearly singular one
        Fails
    };
    explicit DrivenMotion(const Model& model);
    Move move(double t, bool mayCross);
    std::optional<Eigen::VectorXd> closed(PoseSearch& pose);
    bool crosses(const PoseSearch& pose);
    double longestStep() const;
    void returnTo(double t);

    const Model& model_;
    Observer observer_;
    CountedAngles counted_;
    AssemblyReport report_;
    LoopFollower follower_;
    double size_ = 1.0;
    bool matrixIsOfNow_ = false;  ///< that of `follower_`
    bool exact_ = true;           ///< the loops close without the assembly tolerance
    Eigen::MatrixXd loops_;       ///< `closureMatrix` of the last instant; empty if not known
    Instant now_;
    std::vector<Instant> kept_;  ///< ascending
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<double> ofLoads_;
};

}  // namespace momentree
