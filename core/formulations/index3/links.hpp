// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/dynamics/loads.hpp"
#include "core/kinematics/constraints.hpp"

namespace momentree {

/// A connection of two bodies in the index-3 formulation (THEORY 6.3): the constraints of a joint
/// with its motion, one row of a spring, damper or torsional load as a compliant joint, or the six
/// of a bushing along the axes of its marker A.
struct Index3Link {
    int bodyA = ground, bodyB = ground;
    std::vector<int> constraints;               ///< empty for loads
    int spring = -1, axial = -1, bushing = -1;  ///< the load it represents
    int firstRow = 0, rows = 0;
};

/// What a displacement dq at the end of a step h does in Newton's matrix through the forces of
/// loads: (stiffness h^2 k + damping h c) dq.
struct Index3Rule {
    double stiffness = 0.25, damping = 0.5;  ///< Newmark's; THEORY 6.3
};

/// Rows of all links at one pose of the bodies, along V = [v; w] about the centres of mass, world
/// axes: Phi' = P_a V_a + P_b V_b + Phi_t, Phi'' = P_a V_a' + P_b V_b' - gamma. Different threads
/// may evaluate different links, and different bodies.
template <typename S>
class Index3Rows {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using Bodies = std::span<const BodyKinematics<S>>;

    explicit Index3Rows(const Model& model, Index3Rule rule = {});
    /// Takes the rows of points along the axes of the world, for joints that are far from closed.
    void keepPointsInWorld() { carries_ = false; }

    /// Phi, P_a and P_b of a link; for a load its direction P_a and P_b, and 1 / kappa if its
    /// damping depends on its rate.
    void evaluate(int link, double t, Bodies bodies);
    /// P_a, P_b, Phi, Phi_t and gamma of a link.
    void evaluateRates(int link, double t, Bodies bodies);
    /// Sets 1 / kappa: of constraints by the penalty (alpha h^2 / 4 over the mass), of loads by the
    /// rule. A joint between light bodies may carry heavy ones, and rounding of the rows of light
    /// bodies must not become forces of redundant ones: both bound it.
    void setCompliance(double penalty, double step);

    /// From now on, leaves out some rows of constraints and keeps the others at given values.
    /// @param left [rows] 1 for rows to leave out; empty for none
    /// @param kept [rows] of Phi
    void leaveOut(const std::vector<char>& left, const VectorX& kept);

    /// Leaves a load out of the system until it is evaluated again; does nothing for constraints.
    void clearLoad(int link);

    /// Sum of P^T lambda of the constraints on a body.
    Vec6<S> wrenchOn(int body, const VectorX& lambda) const;
    /// Derivative of the moments s x lambda at the points of a body with respect to its rotation, s
    /// = R s': sum s lambda^T - s.lambda I.
    Mat3<S> stiffnessOf(int body, const Mat3<S>& R, const VectorX& lambda) const;
    /// gap = P V + Phi_t of the constraints of a link.
    void velocityGap(int link, Bodies bodies, VectorX& gap) const;

    std::vector<Index3Link> links;
    std::vector<Vec6<S>> P_a, P_b;  ///< [rows]
    VectorX Phi, Phi_t, gamma;      ///< [rows], zero for loads
    VectorX compliance;             ///< [rows] 1 / kappa [1/kg] for lengths
    std::vector<int> rowOf;         ///< [constraints] first row

private:
    /// Rows of the constraints of one link for one of its bodies.
    struct Touch {
        int firstRow = 0, rows = 0;
        bool onB = false;
    };
    struct Point {
        Vec3<S> arm;  ///< body axes
        int row = 0;
        S sign = S(1);         ///< of the force on this body relative to lambda
        const Matrix3d* axes;  ///< see Constraint::axes, null for those of the world
    };
    void addLinks();
    void numberRows();
    void listTouches();
    void evaluateJoint(const Index3Link& link, double t, Bodies bodies, bool rates);
    void evaluatePoint(const Constraint& constraint, int row, const BodyKinematics<S>& a,
                       const BodyKinematics<S>& b, bool rates);
    void evaluateAngle(const Constraint& constraint, int row, const BodyKinematics<S>& a,
                       const BodyKinematics<S>& b, bool rates);
    void evaluateLoad(const Index3Link& link, Bodies bodies);
    void evaluateBushing(const Index3Link& link, Bodies bodies);
    void soften(const Index3Link& link, int row, bool turns, double k, double c);
    void softenByRate(const Index3Link& link, Bodies bodies);
    void skipRows(const Index3Link& link);
    double inertiaOf(const Constraint& constraint, int body, const Vector3d& arm) const;
    void listInertias();
    /// Of a spring or axial load, in Newton's matrix.
    double tangentOf(double k, double c, double step) const {
        return rule_.stiffness * step * step * std::max(k, 0.0) +
               rule_.damping * step * std::max(c, 0.0);
    }

    const Model& model_;
    Index3Rule rule_;
    bool carries_ = true;                      ///< whether axes of points may move with a body
    std::vector<std::vector<Touch>> touches_;  ///< [bodies]
    std::vector<std::vector<Point>> points_;   ///< [bodies]
    /// What bounds kappa of a constraint.
    struct Limits {
        double heavier = 0.0;  ///< inertia of the heavier body
        /// kappa at which 1 / kappa is well above rounding of the lighter one
        double most = std::numeric_limits<double>::infinity();
        double carried = 0.0;  ///< the largest inertia of its mechanism
        double stiff = 0.0;    ///< penalty that is stiff enough for that
        double stiffness(double penalty) const {
            return std::max(std::min(penalty * heavier, most), std::min(penalty, stiff) * carried);
        }
    };
    std::vector<Limits> limits_;  ///< [constraints]
    std::vector<char> left_;      ///< [rows] or empty, see `leaveOut`
    VectorX kept_;                ///< [rows] see `leaveOut`
    double step_ = 0.0;           ///< of `setCompliance`, 0 before
};

}  // namespace momentree
