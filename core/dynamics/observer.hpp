// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/dynamics/joint_friction.hpp"
#include "core/dynamics/loads.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/stepping/phases.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Accelerations and multipliers of a state from Newton-Euler equations with all constraints
/// (THEORY 7a): M a = Q - gyroscopic + J^T sigma, J a = gamma - 2 beta Phi' - beta^2 Phi. This is
/// the right-hand side of `lagrange-index1` and completes the observations of every formulation.
template <typename S>
class NewtonEuler {
public:
    explicit NewtonEuler(const Model& model);
    /// Sizes the solution of the closures; until then, they are ignored.
    void hold(const ClosureStructure& structure) { motion_.hold(structure); }
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;

    /// Evaluates everything at (t, bodies); the results are stored in the members below. Does not
    /// allocate.
    /// @param angles as in `evaluateLoads`
    /// @param coupled for Phi
    void evaluate(double t, std::span<const BodyKinematics<S>> bodies,
                  std::span<const double> angles, double beta, CoupledAngles coupled = {},
                  PhaseClock* clock = nullptr);

    std::vector<ConstraintTerms<S>> terms;  ///< [constraints]
    VectorX Phi, PhiDot;                    ///< [constraintRows] residuals
    std::vector<Vec6<S>> Q;                 ///< [bodies] loads without gyroscopic terms
    std::vector<Vec6<S>> acceleration;      ///< [bodies]
    VectorX sigma;                          ///< [constraintRows]
    JointFriction<S> friction;              ///< in Q, acceleration and sigma
    /// Of the closures, see SemidefiniteSolver.
    S regularity() const { return motion_.closures().regularity(); }
    /// [bodies] Q minus the gyroscopic terms.
    std::span<const Vec6<S>> wrenches() const { return b_; }
    /// |J a - gamma|, Euclidean norm over all rows.
    double accelerationResidual(std::span<const Vec6<S>> accelerations) const;

private:
    const Model& model_;
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> b_;
    VectorX c_;
};

class PreciseMotion;

/// Completes samples: computes accelerations, joint coordinates (signs of quaternions continuous
/// from sample to sample), angles of probes between markers, reactions, efforts, energies and drift
/// from the poses and velocities in `Sample::bodies`.
class Observer {
public:
    /// @param beta Baumgarte parameter of the observed formulation, 0 if it has none [1/s]
    Observer(const Model& model, double beta);
    ~Observer();
    /// To be called before the first sample.
    void hold(const ClosureStructure& structure);
    /// @param angles the counted angles to within pi, see `Turns`
    /// @param own [bodies] accelerations of the formulation, if it has any; the drift of
    /// accelerations then refers to them
    void complete(Sample& sample, std::span<const double> angles,
                  std::span<const Vec6<double>> own = {});

private:
    void refineNearSingularPose(Sample& sample);
    double unbalanced();
    void completeAngles(Sample& sample, std::span<const double> angles);
    void completeJoints(Sample& sample, std::span<const double> angles);
    const Model& model_;
    double beta_;
    NewtonEuler<double> newtonEuler_;
    std::unique_ptr<PreciseMotion> precise_;  ///< only for models that it suits
    std::vector<BodyKinematics<double>> bodies_;
    Eigen::VectorXd relative_;  ///< [constraintRows] see `Sample::driftRelative`
    Eigen::VectorXd unmoved_;   ///< [constraintRows] see `Sample::driftUnmoved`
    CountedAngles angles_;
    std::vector<double> ofLoads_;  ///< [loadAngles]
    std::vector<double> coupled_;  ///< [couplingTerms]
    std::vector<std::array<double, 7>> lastQ_;
    std::vector<Quat<double>> lastE_;
    /// What acts on a body, inertia included: sum, and sums of magnitudes.
    struct Acting {
        Vec6<double> sum;
        double force = 0.0, moment = 0.0;
        void add(const Vec6<double>& wrench) {
            sum += wrench;
            force += wrench.head<3>().norm();
            moment += wrench.tail<3>().norm();
        }
    };
    std::vector<Acting> acting_;  ///< [bodies]
    std::vector<double> arm_;     ///< [bodies] the longest of its joints, or radius of gyration [m]
};

}  // namespace momentree
