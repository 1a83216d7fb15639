// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/least_norm.hpp"

#include <Eigen/Cholesky>
#include <optional>

#include "core/analysis/tree_forces.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries of a null vector below this are rounding.
constexpr double leastShare = 1e-6;

/// The multipliers, without units, of a decomposition of all rows: a solution normal to the null
/// space, and that.
TreeForces allForces(const Model& model, std::span<const ConstraintTerms<double>> terms,
                     std::span<const Vec6<double>> wrenches, double size, double threshold) {
    const Index n = 6 * std::ssize(model.bodies);
    MatrixXd A = MatrixXd::Zero(n, model.constraintRows);  // J^T without units
    VectorXd e(n);
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
        const Index at = 6 * static_cast<Index>(i);
        e.segment<3>(at) = wrenches[i].head<3>();
        e.segment<3>(at + 3) = wrenches[i].tail<3>() / size;
    }
    for (std::size_t k = 0; k < model.constraints.size(); ++k) {
        const Constraint& c = model.constraints[k];
        const auto put = [&](int body, const ConstraintTerms<double>::Rows& rows) {
            if (body == ground) return;
            MatrixXd block = rows.transpose() * (c.isAngle() ? size : 1.0);
            block.bottomRows<3>() /= size;
            A.block(6 * Index{body}, c.firstRow, 6, c.rows()) += block;
        };
        put(c.bodyA, terms[k].J_a);
        put(c.bodyB, terms[k].J_b);
    }
    return {leastSquares(A, e, threshold), rightNullSpace(A, threshold)};
}

/// The columns made orthonormal by Gram and Schmidt, twice because once leaves rounding.
void orthonormaliseOneByOne(MatrixXd& N) {
    for (Index k = 0; k < N.cols(); ++k) {
        for (int round = 0; round < 2; ++round)
            N.col(k) -= N.leftCols(k) * (N.leftCols(k).transpose() * N.col(k));
        N.col(k).normalize();
    }
}

/// The same by factors of N^T N, whose products of matrices are several times faster. They square
/// the condition of N; where that matters, once more makes up for it.
void orthonormalise(MatrixXd& N) {
    constexpr double leastPivot = 1e-5, goodPivot = 1e-2;  ///< of the factor over the largest
    const MatrixXd given = N;
    for (int round = 0; round < 2; ++round) {
        MatrixXd products = MatrixXd::Zero(N.cols(), N.cols());
        products.selfadjointView<Eigen::Lower>().rankUpdate(N.transpose());
        const Eigen::LLT<Eigen::Ref<MatrixXd>> factors(products);
        const auto pivots = products.diagonal();
        const double least = pivots.minCoeff() / pivots.maxCoeff();
        if (factors.info() != Eigen::Success || !(least > leastPivot))
            return orthonormaliseOneByOne(N = given);
        factors.matrixU().solveInPlace<Eigen::OnTheRight>(N);
        if (least > goodPivot) return;
    }
}

}  // namespace

LeastNorm leastNorm(const Model& model, std::span<const ConstraintTerms<double>> terms,
                    std::span<const BodyKinematics<double>> bodies,
                    std::span<const Vec6<double>> wrenches, double size, double threshold) {
    // Of a loosely assembled pose, rows of the tree's joints are not quite those of rigid frames.
    constexpr double tight = 1e-8;
    std::optional<TreeForces> forces;
    if (threshold <= tight) forces = treeForces(model, terms, bodies, wrenches, size, threshold);
    if (!forces) forces = allForces(model, terms, wrenches, size, threshold);
    MatrixXd& N = forces->null;
    if (N.cols() > 0) orthonormalise(N);
    VectorXd y = forces->sigma;
    for (int round = 0; round < 2; ++round) y -= N * (N.transpose() * y);

    std::vector<Index> driven;
    for (const Constraint& c : model.constraints)
        if (c.motion >= 0) driven.push_back(c.firstRow);
    if (N.cols() > 0 && !driven.empty()) {
        const MatrixXd N_m = N(driven, Eigen::all);
        if (N_m.norm() > leastShare)
            y += N * leastSquares(N_m, -y(driven), leastShare / N_m.norm());
    }
    for (const Constraint& c : model.constraints)
        if (c.isAngle() && !c.adds) y[c.firstRow] *= size;

    LeastNorm found{std::move(y), std::vector<bool>(model.joints.size(), true),
                    std::vector<bool>(model.motions.size(), true), static_cast<int>(N.cols())};
    for (const Constraint& c : model.constraints) {
        if (N.cols() == 0 || N.middleRows(c.firstRow, c.rows()).norm() <= leastShare) continue;
        if (const int joint = reactingJoint(model, c); joint >= 0)
            found.uniqueJoint[toIndex(joint)] = false;
        if (c.motion >= 0) found.uniqueMotion[toIndex(c.motion)] = false;
    }
    return found;
}

}  // namespace momentree
