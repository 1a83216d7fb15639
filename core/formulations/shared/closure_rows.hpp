// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/closure_solver.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/tree_links.hpp"

namespace momentree {

/// The rows of the closures as they restrict the accelerations of links about their origins,
/// J a = c (THEORY 5).
class ClosureRows {
public:
    struct End {
        int link = 0;
        Vec6<double> J = Vec6<double>::Zero();
    };
    struct Row {
        std::vector<End> ends;  ///< links that it moves
        bool toGround = false;  ///< whether it restricts them against ground
        /// Off the constraints, dependent rows contradict each other: the others are left out.
        bool pivot = false;
    };

    explicit ClosureRows(const Model& model);
    /// One row for each own row of the closures, with its links; terms of couplings add to the row
    /// before.
    void list();
    /// From now on, takes the rows as pivots that are pivots of the factors of an assembled pose.
    void keepPivots(const ClosureSolver<double>& solver);
    /// Sets J and c = gamma - 2 beta Phi' - beta^2 Phi - J [w x (w x s); 0].
    /// @param bodies with velocities
    void evaluate(double t, std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled,
                  std::span<const TreeLink<double>> links, double beta);

    bool empty() const { return rows_.empty(); }
    std::size_t size() const { return rows_.size(); }
    const Row& operator[](std::size_t row) const { return rows_[row]; }
    double c(std::size_t row) const { return c_[static_cast<Eigen::Index>(row)]; }
    /// Largest part of c by velocities.
    double largest() const { return largest_; }

private:
    void addEnd(Row& row, int body);

    const Model& model_;
    std::vector<Row> rows_;      ///< [rows of the closures]
    std::vector<int> firstRow_;  ///< [closures] in `rows_`
    std::vector<int> linkOf_;    ///< [bodies]
    Eigen::VectorXd c_;          ///< [rows]
    ConstraintTerms<double> terms_;
    double largest_ = 0.0;
};

}  // namespace momentree
