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

    /// If equations are redundant, replaces reactions and efforts by those of least norm.
    /// @param angles of loads, see `evaluateLoads`
    void share(Sample& sample, std::span<const double> angles);
    /// What remains of M a - b - J^T sigma of the sample shared last, relative to the largest
    /// entry.
    double residual(const Sample& sample, std::span<const double> angles);
    /// Of the sample shared last; empty if nothing is redundant.
    const LeastNorm& shared() const { return shared_; }
    /// Whether the reaction of a joint has only one value, by `shared`.
    bool isUnique(std::size_t joint) const { return redundant_ == 0 || shared_.uniqueJoint[joint]; }

private:
    void evaluate(const Sample& sample, std::span<const double> angles);

    const Model& model_;
    int redundant_;
    double size_, threshold_;
    std::vector<ConstraintTerms<double>> terms_;
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<Vec6<double>> Q_, b_;
    LeastNorm shared_;
};

/// A driven mechanism at any instant, with the forces that its motions need.
class DrivenForces {
public:
    DrivenForces(const Model& model, DrivenMotion& motion)
        : motion_(motion), forces_(model, motion.assembly(), motion.size()) {}

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
    const LeastNorm& shared() const { return forces_.shared(); }

private:
    DrivenMotion& motion_;
    ConstraintForces forces_;
};

}  // namespace momentree
