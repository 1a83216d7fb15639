// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/closure_structure.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/result.hpp"

namespace momentree {

/// The Jacobian of all constraints in coordinates in which the mass matrix is the unit matrix,
///     Y = J L with M^-1 = L L^T, and Y^T = [Q1, Q2] [R; 0] by Householder's reflections,
/// as dense matrices (THEORY 7e). x is a vector of these coordinates, a = L x, L^T b a wrench.
///
/// Rows of the tree are never redundant and come first. Of the closures, as many rows are taken as
/// the structure has independent ones, the largest rest first; a rest below 1e-5 of its usual size
/// is dropped, in a singular pose. This is the decision of `ClosureSolver`.
class WeightedConstraints {
public:
    using Vector = Eigen::VectorXd;

    explicit WeightedConstraints(const Model& model);
    /// To be called once per run, before all others.
    void hold(const ClosureStructure& structure);
    /// @param terms [constraints] evaluated rows
    void factorise(std::span<const BodyKinematics<double>> bodies,
                   std::span<const ConstraintTerms<double>> terms);
    /// x = L^T b.
    void weigh(std::span<const Vec6<double>> b, Vector& x) const;
    /// a = L x.
    void accelerate(const Vector& x, std::span<Vec6<double>> a) const;
    /// c -= Y x [constraintRows].
    void subtractRows(const Vector& x, Vector& c) const;
    /// x = Y^+ c, the shortest x with the least weighted error of redundant rows.
    void solve(const Vector& c, Vector& x);
    /// x = Q2 Q2^T x, which moves no constraint.
    void keepFree(Vector& x);
    /// Y, as columns the rows of the tree and of the closures.
    const Eigen::MatrixXd& weighted() const { return Y_; }
    /// N = L Q2, [6 bodies x freedoms]: J N = 0, N^T M N = 1. Allocates.
    Eigen::MatrixXd freeMotions() const;
    /// M a = L^-T x: wrenches about the centres of mass, in one vector. Allocates.
    Vector wrenches(const Vector& x) const;

private:
    struct Row {
        int constraint = 0, row = 0;  ///< row of the constraint
        int group = -1;               ///< of the closures, -1 on the tree
        double scale = 1.0;           ///< 1 / usual length of the rest
        double weight = 0.0;          ///< of the squared error, 0 where no row is redundant
    };

    const Row& rowOf(Eigen::Index column) const {
        return rows_[static_cast<std::size_t>(order_[static_cast<std::size_t>(column)])];
    }
    void gather();
    Eigen::Index bestPivot(Eigen::Index from);
    void exchange(Eigen::Index a, Eigen::Index b);
    void reflect(Eigen::Index k);
    void fitRedundant();
    /// x = Q x, or Q^T x.
    void applyQ(Vector& x) const;
    void applyTransposedQ(Vector& x) const;

    const Model& model_;
    std::vector<Mat3<double>> body_;  ///< [bodies] C of J_C^-1 = C C^T, body axes
    std::vector<Mat3<double>> L_;     ///< [bodies] R C
    std::vector<Row> rows_;           ///< tree rows, then those of the closures
    std::vector<int> ranks_, left_;   ///< [groups] independent rows, those not taken yet
    Eigen::Index tree_ = 0;           ///< rows of the tree
    Eigen::Index rank_ = 0;           ///< columns with a reflection
    std::vector<int> order_;          ///< [rows] column k is that of rows_[order_[k]]
    std::span<const ConstraintTerms<double>> terms_;
    Eigen::MatrixXd Y_;      ///< weighted rows as columns, [6 bodies x rows]
    Eigen::MatrixXd A_;      ///< R above the diagonal, reflections below
    Vector tau_, work_;      ///< of the reflections; a right-hand side
    Eigen::MatrixXd T_, G_;  ///< rows of closures by those taken; T^T w T
    Vector weight_, fit_;    ///< w; right-hand side of the rows taken
};

/// Why a model has too many rows for dense matrices.
std::optional<Message> tooManyRows(const Model& model);

}  // namespace momentree
