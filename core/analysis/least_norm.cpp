// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/least_norm.hpp"

#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries of a null vector below this are rounding.
constexpr double leastShare = 1e-6;

}  // namespace

LeastNorm leastNorm(const Model& model, std::span<const ConstraintTerms<double>> terms,
                    std::span<const Vec6<double>> wrenches, double size, double threshold) {
    const Index n = 6 * std::ssize(model.bodies);
    MatrixXd A = MatrixXd::Zero(n, model.constraintRows);  // J^T without units
    VectorXd unit = VectorXd::Ones(model.constraintRows);  // of the multipliers
    VectorXd e(n);
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
        const Index at = 6 * static_cast<Index>(i);
        e.segment<3>(at) = wrenches[i].head<3>();
        e.segment<3>(at + 3) = wrenches[i].tail<3>() / size;
    }
    for (std::size_t k = 0; k < model.constraints.size(); ++k) {
        const Constraint& c = model.constraints[k];
        if (c.isAngle()) unit[c.firstRow] = size;
        const auto put = [&](int body, const ConstraintTerms<double>::Rows& rows) {
            if (body == ground) return;
            MatrixXd block = rows.transpose() * unit[c.firstRow];
            block.bottomRows<3>() /= size;
            A.block(6 * Index{body}, c.firstRow, 6, c.rows()) += block;
        };
        put(c.bodyA, terms[k].J_a);
        put(c.bodyB, terms[k].J_b);
    }

    const MatrixXd N = rightNullSpace(A, threshold);
    VectorXd y = leastSquares(A, e, threshold);  // normal to N
    std::vector<Index> driven;
    for (const Constraint& c : model.constraints)
        if (c.motion >= 0) driven.push_back(c.firstRow);
    if (N.cols() > 0 && !driven.empty()) {
        const MatrixXd N_m = N(driven, Eigen::all);
        if (N_m.norm() > leastShare)
            y += N * leastSquares(N_m, -y(driven), leastShare / N_m.norm());
    }

    LeastNorm found{unit.cwiseProduct(y), std::vector<bool>(model.joints.size(), true),
                    std::vector<bool>(model.motions.size(), true)};
    for (const Constraint& c : model.constraints) {
        if (N.cols() == 0 || N.middleRows(c.firstRow, c.rows()).norm() <= leastShare) continue;
        if (const int joint = reactingJoint(model, c); joint >= 0)
            found.uniqueJoint[toIndex(joint)] = false;
        if (c.motion >= 0) found.uniqueMotion[toIndex(c.motion)] = false;
    }
    return found;
}

}  // namespace momentree
