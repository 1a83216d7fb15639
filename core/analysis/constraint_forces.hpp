// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/driven_motion.hpp"
#include "core/analysis/least_norm.hpp"

namespace momentree {

/// The wrenches of constraints in complete samples, with redundant multipliers of least norm.
class ConstraintForces {
public:
    /// @param model must outlive the object
    /// @param assembly of the model
    /// @param size of the mechanism [m]
    ConstraintForces(const Model& model, const AssemblyReport& assembly, double size);
    /// The wrenches of the constraints of `model` in samples of another one, which differs in its
    /// motions and determines the movement, see `actuated`.
    /// Errors: the motions of `model` would leave a degree of freedom at the start.
    /// @param start, angles of loads there, see `evaluateLoads`
    /// @param assembly, size of the other model
    static Result<ConstraintForces> actuating(const Model& model, const Sample& start,
                                              std::span<const double> angles,
                                              const AssemblyReport& assembly, double size);

    /// If equations are redundant, replaces reactions and efforts by those of least norm.
    /// @param angles of loads, see `evaluateLoads`
    void share(Sample& sample, std::span<const double> angles);
    /// What remains of M a - b - J^T sigma of the sample shared last, relative to the largest
    /// entry.
    double residual(const Sample& sample, std::span<const double> angles);
    /// Rates of the coordinates of the motions in the sample shared or checked last [motions].
    std::vector<double> rates(const Sample& sample) const;
    /// Equations that depend on others.
    int redundant() const { return redundant_; }
    /// Whether the reaction of a joint, or the effort of a motion, had only one value in all
    /// samples shared so far. Singular poses do not count: they leave more open than the mechanism
    /// does, or other values, such as the efforts of two cranks of a parallelogram that is flat.
    bool isUnique(std::size_t joint) const { return uniqueJoint_[joint]; }
    bool isMotionUnique(std::size_t motion) const { return uniqueMotion_[motion]; }
    /// Counts what another object has shared.
    void include(const ConstraintForces& other);

private:
    void evaluate(const Sample& sample, std::span<const double> angles);

    /// Whose motions go to the coordinates of each sample, on which the rows of angles depend; null
    /// if the samples are those of the model.
    std::shared_ptr<Model> followed_;
    const Model& model_;
    int redundant_;
    bool shares_;  ///< even without redundant equations
    double size_, threshold_;
    std::vector<ConstraintTerms<double>> terms_;
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<Vec6<double>> Q_, b_;
    LeastNorm shared_;
    std::vector<bool> uniqueJoint_, uniqueMotion_;  ///< [joints], [motions]
};

/// A driven mechanism at any instant, with the forces that its motions need.
class DrivenForces {
public:
    DrivenForces(const Model& model, DrivenMotion& motion)
        : DrivenForces(motion, ConstraintForces(model, motion.assembly(), motion.size())) {}
    DrivenForces(DrivenMotion& motion, ConstraintForces forces)
        : motion_(motion), forces_(std::move(forces)) {}

    Result<Sample> at(double t) {
        auto sample = motion_.at(t);
        if (sample) forces_.share(*sample, motion_.anglesOfLoads());
        return sample;
    }
    /// Of the last instant.
    double residual(const Sample& sample) {
        return forces_.residual(sample, motion_.anglesOfLoads());
    }
    const ConstraintForces& forces() const { return forces_; }
    ConstraintForces& forces() { return forces_; }

private:
    DrivenMotion& motion_;
    ConstraintForces forces_;
};

}  // namespace momentree
