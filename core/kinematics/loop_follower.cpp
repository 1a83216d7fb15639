// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/loop_follower.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/loop_motions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double byFar = 1e-4;         ///< pivots of speeds that are determined, over the largest
constexpr double zeroRow = 1e-12;      ///< rounding, see `PoseSearch::equations`
constexpr double exactWay = 1e-14;     ///< left to a closed pose [rad, sizes]
constexpr double longestStep = 0.3;    ///< of a joint in one step [rad, sizes]
constexpr double nearFactors = 1e-3;   ///< way for which a factorisation will do [rad, sizes]
constexpr double goodReduction = 0.1;  ///< of the gap in a step, otherwise factors are old
constexpr double exactRates = 1e-9;    ///< relative to the largest speed
constexpr int mostSteps = 20;
constexpr int mostRefinements = 8;

double largestIn(const VectorXd& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Velocities of the tree's joints per unit speed about one point, world axes [6 x nu].
MatrixXd jointVelocities(const Model& model, const PoseSearch& pose, const Vector3d& about) {
    MatrixXd H(6, model.tree.nu);
    for (const TreeBody& tree : model.tree.bodies) {
        const BodyKinematics<double>& body = pose.bodies()[toIndex(tree.body)];
        const Matrix3d R = body.R * tree.toBody.R.transpose();
        const Vector3d arm = about - (body.r - R * tree.c);
        visitJoint(
            [&](auto joint) {
                constexpr int nu = decltype(joint)::nu;
                if constexpr (nu > 0) {
                    auto columns = H.template middleCols<nu>(tree.firstU);
                    columns = rotate(R, joint.template E<double>(pose.q().data() + tree.firstQ));
                    for (int k = 0; k < nu; ++k)
                        columns.col(k) = shiftVelocity<double>(arm, columns.col(k));
                }
            },
            tree.joint);
    }
    return H;
}

}  // namespace

MatrixXd closureMatrix(const Model& model, const PoseSearch& pose) {
    MatrixXd A = MatrixXd::Zero(model.tree.closureRows, model.tree.nu);
    if (A.size() == 0) return A;
    const Vector3d about = pose.bodies().front().r;
    const MatrixXd H = jointVelocities(model, pose, about);
    const auto linkOf = [&](int body) {
        return body == ground ? ground : model.tree.ofBody[toIndex(body)];
    };
    using Wrenches = Eigen::Matrix<double, 3, 6, Eigen::RowMajor>;
    for (const int number : model.tree.closures) {
        const Constraint& c = model.constraints[toIndex(number)];
        const ConstraintTerms<double> terms = pose.termsOf(c);
        const auto wrenches = [&](int body, const ConstraintTerms<double>::Rows& J) {
            Wrenches out = Wrenches::Zero();
            if (body == ground) return out;
            const Vector3d arm = pose.bodies()[toIndex(body)].r - about;
            for (int r = 0; r < c.rows(); ++r)
                out.row(r) = shiftWrench<double>(arm, J.row(r).transpose()).transpose();
            return out;
        };
        const Wrenches onA = wrenches(c.bodyA, terms.J_a), onB = wrenches(c.bodyB, terms.J_b);
        // The link farther from ground first, until both ends have the same.
        for (int a = linkOf(c.bodyA), b = linkOf(c.bodyB); a != b;) {
            int& link = a > b ? a : b;
            const Wrenches& on = a > b ? onA : onB;
            const TreeBody& tree = model.tree.bodies[toIndex(link)];
            for (int k = tree.firstU; k < tree.firstU + speedCount(tree.joint); ++k)
                for (int r = 0; r < c.rows(); ++r)
                    A(c.closureRow + r, k) += on.row(r).dot(H.col(k));
            link = tree.parent;
        }
    }
    A = pose.scales().row.asDiagonal() * A * pose.scales().speed.asDiagonal();
    for (Index k = 0; k < A.rows(); ++k)
        if (A.row(k).norm() < zeroRow) A.row(k).setZero();
    return A;
}

std::vector<Index> rowsOf(const MatrixXd& A) {
    std::vector<Index> rows;
    for (Index k = 0; k < A.rows(); ++k)
        if (!A.row(k).isZero(0.0)) rows.push_back(k);
    return rows;
}

bool LoopFollower::needsMore(const Model& model) { return LoopMotions::needed(model); }

/// Returns whether the speeds are determined by far.
bool LoopFollower::factorise(const PoseSearch& pose) {
    const MatrixXd A = closureMatrix(model_, pose);
    rows_ = rowsOf(A);
    moved_ = 0.0;
    if (std::ssize(rows_) < A.cols()) return false;
    ++count_;
    factors_.emplace(A(rows_, Eigen::all), byFar);
    return factors_->rank() == A.cols();
}

VectorXd LoopFollower::solve(const VectorXd& gap) const { return factors_->solve(gap(rows_)); }

LoopFollower::Outcome LoopFollower::close(PoseSearch& pose) {
    bool fresh = factorise(pose);
    if (!fresh) return Outcome::Open;
    VectorXd gaps = pose.gaps();
    double gap = gap_ = gaps.norm();
    for (int k = 0; k < mostSteps; ++k) {
        if (!std::isfinite(gap)) return Outcome::Far;
        const VectorXd x = -solve(gaps);
        const double way = largestIn(x);
        // Near a singular pose, a small gap leaves a much larger way to go.
        if (gap <= exactGap && way <= exactWay) return Outcome::Closed;
        if (!(way <= longestStep)) return Outcome::Far;
        pose.move(x);
        moved_ += way;
        gaps = pose.gaps();
        const double last = std::exchange(gap, gaps.norm());
        gap_ = gap;
        if (gap <= roundedGap && gap > 0.5 * last) return Outcome::Closed;
        if (fresh && gap > last) return Outcome::Far;
        fresh = gap > goodReduction * last || moved_ > nearFactors;
        if (fresh && gap > exactGap && !factorise(pose)) return Outcome::Open;
    }
    return Outcome::Open;
}

std::optional<VectorXd> LoopFollower::speeds(const PoseSearch& pose, const VectorXd& near) {
    if (moved_ > nearFactors && !factorise(pose)) return std::nullopt;
    A_ = closureMatrix(model_, pose);
    const VectorXd driven = pose.gapRates(VectorXd::Zero(near.size()));
    VectorXd x = near.cwiseQuotient(pose.scales().speed), rates = A_ * x + driven;
    double last = std::numeric_limits<double>::infinity();
    for (int k = 0; k < mostRefinements; ++k) {
        const VectorXd step = solve(rates);
        const double change = largestIn(step);
        if (!(change < 0.5 * last)) break;
        last = change;
        x -= step;
        rates = A_ * x + driven;
        if (change == 0.0) break;
    }
    const double fastest = std::max(largestIn(x), largestIn(driven));
    if (!(largestIn(rates) <= (exactRates + 10.0 * gap_) * fastest)) return std::nullopt;
    return pose.scales().speed.cwiseProduct(x);
}

}  // namespace momentree
