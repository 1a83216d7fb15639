// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/dynamics/observer.hpp"
#include "core/kinematics/assemble.hpp"

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

    /// The complete sample at time t. Loops are closed step by step from the last instant, so that
    /// the mechanism stays on its branch. An error if they cannot follow the motions so far; the
    /// last instant is then the one that was reached.
    Result<Sample> at(double t);

    /// Angles of torsion springs at the last instant [Model::loadAngles], see `evaluateLoads`.
    const std::vector<double>& anglesOfLoads() const { return ofLoads_; }
    double time() const { return t_; }  ///< of the last instant [s]
    const AssemblyReport& assembly() const { return report_; }
    double size() const { return size_; }  ///< of the largest mechanism [m]
    /// Of the scaled equations of the loops at the last instant, the smallest singular value that
    /// counts, relative to the largest: 0 in a dead point; 1 without loops.
    double regularity() const;

private:
    explicit DrivenMotion(const Model& model);
    bool move(double t);
    double longestStep() const;

    const Model& model_;
    Observer observer_;
    CountedAngles counted_;
    AssemblyReport report_;
    double t_ = 0.0, size_ = 1.0;
    bool exact_ = true;      ///< the loops close without the assembly tolerance
    Eigen::VectorXd q_, u_;  ///< of the tree
    Eigen::MatrixXd A_;      ///< of the closures at the last pose, without units; empty at first
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<double> angles_;  ///< [countedAngles]
    std::vector<double> ofLoads_;
};

}  // namespace momentree
