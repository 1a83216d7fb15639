// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/constraints.hpp"
#include "core/math/small_cholesky.hpp"
#include "core/math/solve.hpp"

namespace momentree {

/// Solves [M, -J^T; J, 0] [a; sigma] = [b; c] over all bodies and all constraints of a model
/// (THEORY 7a, with sigma = -lambda), with M in blocks per body about the centres of mass.
///
/// Each body is eliminated together with its joint, from the leaves of the spanning tree to its
/// root. No fill-in arises and the cost is O(n) (after Baraff, Linear-time dynamics using Lagrange
/// multipliers, 1996). Closures are solved last, on their Schur complement by SemidefiniteSolver,
/// which allows redundant ones; rows of the tree are never redundant.
template <typename S>
class ConstrainedMotion {
public:
    explicit ConstrainedMotion(const Model& model);

    /// Reads inertias and constraint rows at the current poses and factorises.
    /// @param terms [constraints] evaluated rows
    void factorise(std::span<const BodyKinematics<S>> bodies,
                   std::span<const ConstraintTerms<S>> terms);
    /// @param b [bodies] wrenches about the centres of mass
    /// @param c [constraintRows]
    /// @param a [bodies] accelerations [v'; w']
    /// @param sigma [constraintRows] multipliers; their wrenches are J^T sigma
    void solve(std::span<const Vec6<S>> b, const Eigen::Matrix<S, Eigen::Dynamic, 1>& c,
               std::span<Vec6<S>> a, Eigen::Matrix<S, Eigen::Dynamic, 1>& sigma);
    Eigen::Index closureRank() const { return closure_.rank(); }
    /// Regularity of the closures' J M^-1 J^T, see SemidefiniteSolver.
    S closureRegularity() const { return closure_.regularity(); }

private:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    using Rows = Eigen::Matrix<S, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;
    using Block = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
    using Column = Eigen::Matrix<S, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;

    struct Node {
        Mat6<S> M;                     ///< articulated inertia of the subtree
        SmallCholesky<S> factor;       ///< of M
        Rows J, G;                     ///< rows of the inboard joint on this body and on the parent
        SmallCholesky<S> jointFactor;  ///< of J M^-1 J^T
        Vec6<S> b, a;
        Column r, sigma;   ///< c - J M^-1 b, multipliers
        Mat6<S> response;  ///< response of this body to a wrench on it, with its parent at rest
        Mat6<S> carried;   ///< wrench passed on to its parent
        bool pushed = false;
    };

    void gatherRows(std::span<const ConstraintTerms<S>> terms);
    void assembleClosure(std::span<const ConstraintTerms<S>> terms);
    void evaluateResponses();
    void push(int body, const Vec6<S>& wrench);
    void respond();
    void solveTree(bool withRows, const VectorX& c);
    void addWrench(int body, const Vec6<S>& wrench);
    Vec6<S> acceleration(int body) const;

    const Model& model_;
    std::vector<Node> nodes_;  ///< [tree bodies]
    std::span<const ConstraintTerms<S>> terms_;
    MatrixX schur_;
    SemidefiniteSolver<MatrixX> closure_;
    VectorX closureScale_;
    S closureNoise_;
    VectorX closureSigma_;
};

}  // namespace momentree
