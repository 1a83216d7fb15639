// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/closure_solver.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/math/small_cholesky.hpp"

namespace momentree {

/// Solves [M, -J^T; J, 0] [a; sigma] = [b; c] over all bodies and all constraints of a model
/// (THEORY 7a, with sigma = -lambda), with M in blocks per body about the centres of mass.
///
/// Each body is eliminated together with its joint, from the leaves of the spanning tree to its
/// root. No fill-in arises and the cost is O(n) (after Baraff, Linear-time dynamics using Lagrange
/// multipliers, 1996). Closures are solved last by ClosureSolver, which allows redundant ones; rows
/// of the tree are never redundant.
template <typename S>
class ConstrainedMotion {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;

    explicit ConstrainedMotion(const Model& model);
    /// Sizes the solution of the closures; until then, they are ignored.
    void hold(const ClosureStructure& structure);

    /// Reads inertias and constraint rows at the current poses and factorises.
    /// @param terms [constraints] evaluated rows
    void factorise(std::span<const BodyKinematics<S>> bodies,
                   std::span<const ConstraintTerms<S>> terms);
    /// @param b [bodies] wrenches about the centres of mass
    /// @param c [constraintRows]
    /// @param a [bodies] accelerations [v'; w']
    /// @param sigma [constraintRows] multipliers; their wrenches are J^T sigma
    /// @param gap what c is of; of poses, rows that restrict velocities alone do not act
    void solve(std::span<const Vec6<S>> b, const Eigen::Matrix<S, Eigen::Dynamic, 1>& c,
               std::span<Vec6<S>> a, Eigen::Matrix<S, Eigen::Dynamic, 1>& sigma,
               GapOf gap = GapOf::Velocities);
    ClosureSolver<S>& closures() { return closure_; }
    const ClosureSolver<S>& closures() const { return closure_; }
    /// The entries of the rows that `closures` works on.
    /// @param c [constraintRows]
    const VectorX& ofClosures(const VectorX& c);
    /// Diagonal of J M^-1 J^T at these poses [closureRows].
    VectorX closureCompliance(std::span<const BodyKinematics<S>> bodies,
                              std::span<const ConstraintTerms<S>> terms);

private:
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    using Rows = Eigen::Matrix<S, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;
    using Block = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
    using Column = Eigen::Matrix<S, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;

    /// What solutions read of a body, sweep after sweep: the smaller it is, the more bodies fit
    /// into the fast caches.
    struct Node {
        SmallCholesky<S> factor;       ///< of M
        Rows J, G;                     ///< rows of the inboard joint on this body and on the parent
        SmallCholesky<S> jointFactor;  ///< of J M^-1 J^T
        Vec6<S> b, a;
        Column r, sigma;  ///< c - J M^-1 b, multipliers
        bool pushed = false;
    };
    /// Of a body to a wrench on it.
    struct Response {
        Mat6<S> own;      ///< with its parent at rest
        Mat6<S> carried;  ///< wrench passed on to its parent
    };

    /// A row of the closures.
    struct ClosureRow {
        int constraint = 0;
        int row = 0;  ///< of the constraint
    };

    void gatherRows(std::span<const ConstraintTerms<S>> terms);
    void factoriseTree(std::span<const BodyKinematics<S>> bodies,
                       std::span<const ConstraintTerms<S>> terms);
    /// Mass and inertia of a body about its centre of mass.
    Mat6<S> inertiaOf(std::size_t i, std::span<const BodyKinematics<S>> bodies) const;
    /// Eliminates a body with its joint: M of its parent grows.
    /// @param node of the body, with J and G
    void eliminate(std::size_t i, Node& node, std::vector<Mat6<S>>& M) const;
    void evaluateResponse(std::size_t i, const Node& node, const Mat6<S>& M,
                          Response& response) const;
    void eliminateLoops(std::span<const BodyKinematics<S>> bodies);
    void respondTo(const ClosureRow& unit);
    S along(const ClosureRow& row) const;
    Eigen::Index globalRow(const ClosureRow& row) const {
        return model_.constraints[static_cast<std::size_t>(row.constraint)].firstRow + row.row;
    }
    void assembleClosure(std::span<const BodyKinematics<S>> bodies);
    void evaluateResponses();
    void push(int body, const Vec6<S>& wrench);
    void respond();
    void solveTree(bool withRows, const VectorX& c);
    void addWrench(int body, const Vec6<S>& wrench);
    Vec6<S> acceleration(int body) const;

    const Model& model_;
    std::vector<Node> nodes_;          ///< [tree bodies]
    std::vector<Mat6<S>> M_;           ///< [tree bodies] articulated inertias of the subtrees
    std::vector<Mat6<S>> stiff_;       ///< the same with closed loops, only if `closure_` needs it
    std::vector<Response> responses_;  ///< [tree bodies]
    std::span<const ConstraintTerms<S>> terms_;
    std::vector<ClosureRow> closureRows_;  ///< [active]
    MatrixX schur_;                        ///< of `closure_`, lower triangle
    ClosureSolver<S> closure_;
    VectorX closureSigma_;  ///< [active]
};

}  // namespace momentree
