// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/closure_solver.hpp"
#include "core/formulations/shared/joint_pivot.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/lane_constraint.hpp"

namespace momentree {

/// Closes loops around a tree solver u = M^-1 p (THEORY 3.9): computes the constraint impulses
/// sigma of the cut joints, and of motions not carried by a tree joint, from Sc sigma = J M^-1 p +
/// Phi_t with Sc = J M^-1 J^T. Redundant closures and singular poses are allowed. The tree solver
/// is a black box: wrenches in, body velocities out.
///
/// Order of calls in one evaluation: `evaluate`; `factorise`, which for some rows asks for
/// `unitWrenches`, a solution of the tree and `column`; solve the tree with p, `gap`; `solve`;
/// `impulseWrenches`, solve the tree again; `evaluate` with the resulting velocities, `addLoads`.
template <typename S>
class Closure {
public:
    /// @param beta feedback of violations [1/s], THEORY 3.9
    Closure(const Model& model, double beta);
    /// Of states in lanes: the models of all lanes, the first one that of the constructor.
    void spread(std::span<const Model* const> models) requires isLanes<S> {
        inLanes_ = laneConstraints<S>(models);
    }
    /// To be called once per run, before all others.
    void hold(const ClosureStructure& structure);
    /// Rows that are not always zero.
    int rows() const { return static_cast<int>(row_.size()); }

    /// Evaluates the rows at the bodies' poses; their rates need the velocities too.
    void evaluate(double t, std::span<const BodyKinematics<S>> bodies, CoupledAngles coupled,
                  Needed needed = Needed::All);
    /// Wrenches of a unit impulse along one row, about the centres of mass, world axes [bodies].
    std::span<const Vec6<S>> unitWrenches(int row);
    /// Stores the velocities caused by -(unit impulse) as column `row` of Sc.
    void column(int row, std::span<const BodyKinematics<S>> response);
    /// b0 = J V + Phi_t + beta Phi from the velocities without closures.
    void gap(std::span<const BodyKinematics<S>> bodies);
    /// J A - gamma + 2 beta Phi' + beta^2 Phi from the accelerations A without closures: with this
    /// gap, the solution is constraint forces instead of impulses.
    /// @param accelerations [v'; w'] as the velocities of its entries [bodies]
    void accelerationGap(std::span<const BodyKinematics<S>> bodies,
                         std::span<const BodyKinematics<S>> accelerations);
    /// The violations Phi themselves: with this gap, the solution moves the bodies back.
    void positionGap();
    /// J V + Phi_t.
    void velocityGap(std::span<const BodyKinematics<S>> bodies);
    /// Calls `respond(row)` for the rows whose columns of Sc are needed and factorises.
    /// @param respond computes the response to `unitWrenches(row)` and calls `column`
    /// @param links placed
    template <typename Respond>
    void factorise(std::span<const TreeLink<S>> links, const Respond& respond) {
        for (int row = 0; row < rows(); ++row)
            if (solver_.solved(row)) respond(row);
        solver_.factorise(Sc_);
        if (!solver_.loops().empty()) eliminate(links);
    }
    /// With a matrix computed elsewhere, of so few rows that all are solved by it.
    /// @param Sc S(row, column)
    template <typename Entries>
    void factorise(const Entries& Sc) {
        for (Eigen::Index j = 0; j < rows(); ++j)
            for (Eigen::Index i = j; i < rows(); ++i) Sc_(i, j) = Sc(i, j);
        solver_.factorise(Sc_);
    }
    void solve() { solver_.solveInPlace(sigma_, gap_); }
    /// J^T sigma on every body, about the centres of mass, world axes.
    std::span<const Vec6<S>> impulseWrenches();
    /// Adds d(J^T sigma)/dt at constant sigma about the moving centres of mass: Jdot^T sigma + [0;
    /// v x t].
    void addLoads(std::span<const BodyKinematics<S>> bodies, std::span<Vec6<S>> Q);
    const Eigen::Matrix<S, Eigen::Dynamic, 1>& sigma() const { return sigma_; }
    // Of the present gap, see ClosureSolver.
    S removable() { return solver_.removable(sigma_, gap_); }
    auto contradiction() { return solver_.contradiction(sigma_, gap_); }
    /// Norm of Phi_t relative to the size of the mechanism [1/s]. Overwrites the gap.
    S drivenRate();
    ClosureSolver<S>& solver() { return solver_; }
    const ClosureSolver<S>& solver() const { return solver_; }

private:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    struct Row {
        int bodyA, bodyB;
        Eigen::Matrix<S, 1, 6> J_a, J_b, Jdot_a, Jdot_b;
        S Phi_t, Phi, gamma;
        int next = -1;  ///< in `more_`, the next term of a coupling; Phi, Phi_t and gamma are sums
    };
    /// Calls f(part) for the two ends of a row, and for those of every further term of a coupling.
    template <typename F>
    void forEachTerm(const Row& row, const F& f) const {
        f(row);
        for (int k = row.next; k >= 0; k = more_[static_cast<std::size_t>(k)].next)
            f(more_[static_cast<std::size_t>(k)]);
    }
    void read(const Constraint& c, int i, Needed needed, Row& row) const;
    void eliminate(std::span<const TreeLink<S>> links);
    void add(int body, const Vec6<S>& wrench);
    S rate(const Row& row, std::span<const BodyKinematics<S>> bodies) const;

    const Model& model_;
    S beta_;
    std::vector<Row> row_;           ///< [active]
    std::vector<Row> more_;          ///< terms of couplings but for their first
    std::vector<Vec6<S>> wrenches_;  ///< [bodies]
    MatrixX Sc_;
    VectorX sigma_;
    GapOf gap_ = GapOf::Velocities;  ///< which sigma_ is, or was
    ClosureSolver<S> solver_;
    ConstraintTerms<S> terms_;
    std::vector<LaneConstraint<S>> inLanes_;  ///< [constraints] only of lanes
    // Only if rows are eliminated with the tree.
    PerJoint<JointPivot, S> pivots_;
    std::vector<Inertia<S>> M_;  ///< [links] articulated, stiffened by closed loops
};

}  // namespace momentree
