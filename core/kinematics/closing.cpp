// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/closing.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>

#include "core/kinematics/constraints.hpp"
#include "core/kinematics/displaced.hpp"

namespace momentree {
namespace {

/// Regularisation relative to the largest entry of J W J^T, for redundant rows.
constexpr double regular = 1e-11;

using Sparse = Eigen::SparseMatrix<double>;

struct Equations {
    Sparse J;             ///< in [dr; length * dtheta] of each body
    Eigen::VectorXd Phi;  ///< [rows]
};

Equations equationsOf(const Model& model, std::span<const BodyKinematics<double>> poses,
                      double time, double length) {
    Equations out;
    out.Phi.setZero(model.constraintRows);
    std::vector<Eigen::Triplet<double>> entries;
    ConstraintTerms<double> terms;
    for (const Constraint& c : model.constraints) {
        if (!c.isHolonomic()) continue;
        evaluate<double>(c, motionOf(model, c, time), at(poses, c.bodyA), at(poses, c.bodyB),
                         terms);
        // Angles are scaled to lengths with the same radius.
        const double weight = c.isAngle() ? length : 1.0;
        // Poses do not tell the turns of couplings, which therefore hold.
        if (c.coupling < 0) out.Phi.segment(c.firstRow, c.rows()) = weight * terms.Phi;
        const auto add = [&](int body, const ConstraintTerms<double>::Rows& J) {
            if (body == ground) return;
            for (int row = 0; row < c.rows(); ++row)
                for (int k = 0; k < 6; ++k)
                    entries.emplace_back(c.firstRow + row, 6 * body + k,
                                         weight * J(row, k) / (k < 3 ? 1.0 : length));
        };
        add(c.bodyA, terms.J_a);
        add(c.bodyB, terms.J_b);
    }
    out.J.resize(model.constraintRows, 6 * static_cast<int>(model.bodies.size()));
    out.J.setFromTriplets(entries.begin(), entries.end());
    return out;
}

}  // namespace

ClosingMove closingMove(const Model& model, std::span<const BodyKinematics<double>> poses,
                        double time) {
    ClosingMove move;
    move.bodies.assign(model.bodies.size(), Vec6<double>::Zero());
    if (model.constraintRows == 0) return move;
    double length = radiusOfGyration(model);
    if (!(length > 0.0)) length = 1.0;
    const Equations equations = equationsOf(model, poses, time, length);
    if (!equations.Phi.allFinite()) return move;
    Sparse normal = equations.J * Sparse(equations.J.transpose());
    const double largest = normal.diagonal().cwiseAbs().maxCoeff();
    Sparse little(normal.rows(), normal.cols());
    little.setIdentity();
    normal += regular * largest * little;
    const Eigen::SimplicialLDLT<Sparse> factors(normal);
    if (factors.info() != Eigen::Success) return move;
    const Eigen::VectorXd lambda = factors.solve(equations.Phi);
    const Eigen::VectorXd step = -(equations.J.transpose() * lambda);
    for (std::size_t i = 0; i < move.bodies.size(); ++i) {
        const auto part = step.segment<6>(6 * static_cast<Eigen::Index>(i));
        move.size = std::max({move.size, part.head<3>().norm(), part.tail<3>().norm()});
        move.bodies[i] << part.head<3>(), part.tail<3>() / length;
    }
    return move;
}

void exaggerate(std::span<BodyKinematics<double>> poses, const ClosingMove& move, double factor) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Vec6<double> apart = (1.0 - factor) * move.bodies[i];
        displace(poses[i], apart.head<3>(), apart.tail<3>());
    }
}

}  // namespace momentree
