// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/index3/links.hpp"
#include "core/formulations/shared/body_correction.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// What index3-dca does about closures besides its own equations. The augmented Lagrangian allows
/// redundant constraints only if they agree to rounding: the multipliers of constraints that
/// contradict each other by a small amount grow in every iteration. In loops that close only within
/// a tolerance, dependent rows are therefore left out of each step, and the poses and velocities
/// are corrected after it as in other formulations (THEORY 3.9). Otherwise the correction is used
/// only if a step does not meet the constraints, and finds which ones contradict each other.
template <typename S>
class Index3Closures {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;

    Index3Closures(const Model& model, const RunSpec& spec, const Index3Rows<S>& rows);

    /// Has dependent rows left out of loops that close exactly, too: for rules whose forces act
    /// along rows of poses that do not satisfy the constraints. To be called before `hold`.
    void leaveOutDependent() { independent_ = true; }
    /// @param bodies of the start
    void hold(const ClosureStructure& structure, std::span<const BodyKinematics<S>> bodies);
    /// Decides which rows are dependent at the start of a step.
    void renew(double t, std::span<const BodyKinematics<S>> bodies) {
        if (!chooses_ || rounded_) return;
        evaluateAll<S>(model_, t, bodies, {}, terms_, Needed::Rows);
        motion_.factorise(bodies, terms_);
        choose();
    }
    /// Leaves the dependent rows out of the next step.
    void select(Index3Rows<S>& rows, VectorX& lambda) const;
    /// Takes rows back that `renew` had left out, so that their violation shows.
    void takeBack(Index3Rows<S>& rows) const {
        if (chooses_ && !rounded_) rows.leaveOut({}, kept_);
    }
    /// Whether redundant loops close only within a tolerance.
    bool rounded() const { return rounded_; }
    /// Whether a step must be corrected.
    /// @param rows evaluated at its end
    bool needed(const Index3Rows<S>& rows) const;

    /// Corrects a step.
    /// @param displace see BodyCorrection
    template <typename Displace>
    StepReport correct(double t, std::span<BodyKinematics<S>> bodies, const Displace& displace) {
        evaluateAll<S>(model_, t, bodies, {}, terms_, Needed::Rows);
        motion_.factorise(bodies, terms_);
        const StepReport report = correction_.apply(t, bodies, motion_, {}, terms_, displace);
        if (chooses_) choose();
        return report;
    }

    /// Whether the last correction found a singular pose.
    bool singular() const {
        return motion_.closures().regularity() < CorrectionLimits<S>::healthyPivot;
    }

private:
    void choose();

    const Model& model_;
    bool judged_;
    bool independent_ = false;  ///< see `leaveOutDependent`
    bool rounded_ = false;
    bool chooses_ = false;     ///< whether rows are left out
    std::vector<int> always_;  ///< rows of the closures of which none depends on others
    ConstrainedMotion<S> motion_;
    BodyCorrection<S> correction_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    std::vector<int> rowOf_;                 ///< [constraints]
    std::vector<int> closureRow_;            ///< [closureRows] among the rows of the links
    VectorX weight_;                         ///< [rows] makes violations relative, 0 for loads
    std::vector<char> left_;                 ///< [rows]
    VectorX kept_;                           ///< [rows]
};

}  // namespace momentree
