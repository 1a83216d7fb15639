// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/loads.hpp"
#include "core/kinematics/constraints.hpp"

namespace momentree {

/// What joins two bodies in the index-3 formulation (THEORY 6.3): the constraints of a joint with
/// its motion, or one row of a spring, damper or torsional load, a joint that gives way.
struct Index3Link {
    int bodyA = ground, bodyB = ground;
    std::vector<int> constraints;  ///< none for loads
    int spring = -1, axial = -1;   ///< the load that it stands for
    int firstRow = 0, rows = 0;
};

/// Rows of all links at one pose of the bodies, along V = [v; w] about the centres of mass, world
/// axes: Phi' = P_a V_a + P_b V_b + Phi_t, Phi'' = P_a V_a' + P_b V_b' - gamma.
class Index3Rows {
public:
    explicit Index3Rows(const Model& model);

    /// Phi, P_a and P_b of the constraints, directions P_a and P_b of the loads.
    void evaluate(double t, std::span<const BodyKinematics<double>> bodies);
    /// P_a, P_b, Phi_t and gamma of the constraints.
    void evaluateRates(double t, std::span<const BodyKinematics<double>> bodies);
    /// Writes 1 / kappa: of the constraints by the penalty (alpha h^2 / 4 over the mass), of the
    /// loads by stiffness h^2 / 4 and damping h / 2.
    void setCompliance(double penalty, double step);

    std::vector<Index3Link> links;
    std::vector<Vec6<double>> P_a, P_b;  ///< [rows]
    Eigen::VectorXd Phi, Phi_t, gamma;   ///< [rows], zero for loads
    Eigen::VectorXd compliance;          ///< [rows] 1 / kappa [1/kg] for lengths
    std::vector<int> rowOf;              ///< [constraints] first row

private:
    void addLinks();
    void evaluateJoint(const Index3Link& link, double t,
                       std::span<const BodyKinematics<double>> bodies, bool rates);
    void evaluatePoint(const Constraint& constraint, int row, const BodyKinematics<double>& a,
                       const BodyKinematics<double>& b, bool rates);
    void evaluateAngle(const Constraint& constraint, int row, const BodyKinematics<double>& a,
                       const BodyKinematics<double>& b, bool rates);
    void evaluateLoad(const Index3Link& link, std::span<const BodyKinematics<double>> bodies);
    double inertiaOf(const Constraint& constraint) const;

    const Model& model_;
    ConstraintTerms<double> terms_;
};

}  // namespace momentree
