// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/constrained_motion.hpp"
#include "core/math/quad.hpp"

namespace momentree {

/// Accelerations and multipliers of a state near a singular pose, where a closure loses a direction
/// as its singular value s approaches 0. Rounding errors of the pose, about 1e-16 m, are amplified
/// by 1 / s^4 in the multipliers. The state is therefore first moved onto its constraints by the
/// smallest correction, in quadruple precision (THEORY 7d).
class PreciseMotion {
public:
    explicit PreciseMotion(const Model& model);
    void hold(const ClosureStructure& structure) { motion_.hold(structure); }
    /// Whether it suits a model: there are loops, but not so many that a sample takes seconds.
    static bool suits(const Model& model);
    /// Evaluates the state (t, bodies) under the wrenches b [bodies] about the centres of mass,
    /// including gyroscopic ones. Does not allocate.
    /// @return false, with nothing written, if the state is too far from its constraints
    bool evaluate(double t, std::span<const BodyState> bodies, std::span<const Vec6<double>> b,
                  std::span<Vec6<double>> acceleration, Eigen::VectorXd& sigma);

private:
    using VectorX = Eigen::Matrix<Quad, Eigen::Dynamic, 1>;
    void place(std::span<const BodyState> bodies);
    bool moveToConstraints(double t);
    void factorise(double t);
    Quad moveBodies();
    const Model& model_;
    std::vector<ConstraintTerms<Quad>> terms_;
    ConstrainedMotion<Quad> motion_;
    std::vector<Quat<Quad>> e_;
    std::vector<BodyKinematics<Quad>> bodies_;
    std::vector<Vec6<Quad>> b_, a_;
    VectorX Phi_, c_, sigma_;
};

}  // namespace momentree
