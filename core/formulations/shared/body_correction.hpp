// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/constrained_motion.hpp"
#include "core/formulations/shared/correction.hpp"
#include "core/math/turned.hpp"

namespace momentree {

/// Moves bodies in absolute coordinates back onto all constraints after a step (THEORY 3.9):
///     q += dq, dq = -M^-1 J^T (J M^-1 J^T)^+ Phi,
///     V += dV, dV = -M^-1 J^T (J M^-1 J^T)^+ (J V + Phi_t).
template <typename S>
class BodyCorrection {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using Terms = std::span<ConstraintTerms<S>>;

    /// @param enabled `RunSpec::correction`
    BodyCorrection(const Model& model, bool enabled)
        : model_(model),
          enabled_(enabled && model.constraintRows > 0),
          none_(model.bodies.size(), Vec6<S>::Zero()),
          change_(model.bodies.size()),
          gap_(model.constraintRows),
          multipliers_(model.constraintRows) {}

    /// To be called at the start.
    void hold(const ClosureStructure& structure) {
        size_ = static_cast<S>(structure.ranks.size);
        onTree_.assign(model_.constraints.size(), 1);
        for (const int k : model_.tree.closures) onTree_[static_cast<std::size_t>(k)] = 0;
    }

    /// @param bodies poses and velocities after the step; in the end the corrected ones
    /// @param motion factorised at another pose nearby; if its M and J leave too much, more
    /// corrections follow with those of the present pose
    /// @param coupled angles of couplings
    /// @param terms [constraints] read by `motion`
    /// @param displace moves the poses of the state and of `bodies` by [dr; rotation] of each body
    template <typename Displace>
    StepReport apply(double t, std::span<BodyKinematics<S>> bodies, ConstrainedMotion<S>& motion,
                     CoupledAngles coupled, Terms terms, const Displace& displace) {
        using Limits = CorrectionLimits<S>;
        StepReport report;
        if (!enabled_) return report;
        evaluateAll<S>(model_, t, bodies, coupled, terms, Needed::Rows);
        S violation = removable(motion, terms);
        for (int k = 0; k < Limits::mostCorrections &&
                        violation > (k == 0 ? Limits::negligible : Limits::enough);
             ++k) {
            if (k > 0) motion.factorise(bodies, terms);
            solveGap(motion, GapOf::Poses);
            report.moved = std::max(report.moved, largestChange());
            displace(std::span<const Vec6<S>>(change_));
            evaluateAll<S>(model_, t, bodies, coupled, terms, Needed::Rows);
            violation = removable(motion, terms);
        }
        const auto apart = motion.closures().contradiction(motion.ofClosures(gap_), GapOf::Poses);
        const S before = largestSpeed(bodies);
        velocityGap(bodies, terms);
        solveGap(motion, GapOf::Velocities);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].v += change_[i].template head<3>();
            bodies[i].w += change_[i].template tail<3>();
        }
        const S speed = std::max({before, largestSpeed(bodies), largestRate(motion, terms)});
        velocityGap(bodies, terms);
        judge(motion.closures(), violation, apart,
              motion.closures().contradiction(motion.ofClosures(gap_)), speed, report);
        return report;
    }

private:
    /// Sets the gap to Phi and returns its part that can be removed, relative to the size.
    S removable(ConstrainedMotion<S>& motion, Terms terms) {
        S onTree(0);
        for (std::size_t k = 0; k < terms.size(); ++k) {
            const Constraint& c = model_.constraints[k];
            stack(c, terms[k].Phi, gap_);
            const S weight = c.isAngle() ? S(1) : S(1) / size_;
            if (onTree_[k]) onTree = std::max(onTree, weight * terms[k].Phi.norm());
        }
        return std::max(onTree, motion.closures().removable(motion.ofClosures(gap_), GapOf::Poses));
    }
    void velocityGap(std::span<const BodyKinematics<S>> bodies, Terms terms) {
        for (std::size_t k = 0; k < terms.size(); ++k) {
            const Constraint& c = model_.constraints[k];
            stack(c, terms[k].Phi_t, gap_);
            auto gap = gap_.segment(c.firstRow, c.rows());
            gap.noalias() += terms[k].J_a * at(bodies, c.bodyA).V();
            gap.noalias() += terms[k].J_b * at(bodies, c.bodyB).V();
        }
    }
    void solveGap(ConstrainedMotion<S>& motion, GapOf gap) {
        gap_ = -gap_;
        motion.solve(none_, gap_, change_, multipliers_, gap);
    }
    double largestChange() const {
        S largest(0);
        for (const Vec6<S>& change : change_)
            largest = std::max({largest, change.template tail<3>().norm(),
                                change.template head<3>().norm() / size_});
        return static_cast<double>(largest);
    }
    S largestSpeed(std::span<const BodyKinematics<S>> bodies) const {  ///< [1/s]
        S speed(0);
        for (const BodyKinematics<S>& body : bodies)
            speed = std::max({speed, body.w.norm(), body.v.norm() / size_});
        return speed;
    }
    /// Of the motions [1/s].
    S largestRate(ConstrainedMotion<S>& motion, Terms terms) {
        for (std::size_t k = 0; k < terms.size(); ++k)
            stack(model_.constraints[k], terms[k].Phi_t, gap_);
        return motion.closures().norm(motion.ofClosures(gap_));
    }

    const Model& model_;
    bool enabled_;
    S size_ = S(1);
    std::vector<char> onTree_;            ///< [constraints]
    std::vector<Vec6<S>> none_, change_;  ///< [bodies]
    VectorX gap_, multipliers_;           ///< [constraintRows]
};

}  // namespace momentree
