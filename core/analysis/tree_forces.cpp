// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/tree_forces.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "core/math/complete_pivoting.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Wrenches on one body, about its centre of mass, for several multipliers at a time.
using WrenchColumns = Eigen::Matrix<double, 6, Eigen::Dynamic>;
/// J^T of a few rows, transposed.
using Rows = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;

/// Which motions of a body its joint to the parent locks, and its rows.
struct Support {
    int body = 0, parent = ground;  ///< of the model
    std::vector<Index> rows;        ///< of the constraints in the tree
    Eigen::Matrix<double, 6, 6> Q;  ///< orthonormal: locked directions, then free ones
    Rows R;                         ///< J^T = Q R
    Index locked() const { return std::ssize(rows); }
    Index first = 0;  ///< of its free directions in all
};

class TreeOfForces {
public:
    TreeOfForces(const Model& model, std::span<const ConstraintTerms<double>> terms,
                 std::span<const BodyKinematics<double>> bodies, double size)
        : model_(model), terms_(terms), bodies_(bodies), size_(size) {}

    /// Returns false if a joint does not divide the motions into locked and free ones.
    bool begin() {
        std::vector<char> known(model_.constraints.size(), 0);
        for (const int k : model_.tree.closures) known[toIndex(k)] = 1;
        for (const TreeBody& tree : model_.tree.bodies) {
            Support support;
            support.body = tree.body;
            if (tree.parent != ground)
                support.parent = model_.tree.bodies[toIndex(tree.parent)].body;
            Rows J(6, 0);
            for (const int k : tree.constraints) {
                known[toIndex(k)] = 1;
                const Constraint& c = model_.constraints[toIndex(k)];
                const auto& rows =
                    c.bodyB == tree.body ? terms_[toIndex(k)].J_b : terms_[toIndex(k)].J_a;
                if (J.cols() + c.rows() > 6) return false;
                J.conservativeResize(6, J.cols() + c.rows());
                J.rightCols(c.rows()) = scaled(rows, c);
                for (int r = 0; r < c.rows(); ++r) support.rows.push_back(c.firstRow + r);
            }
            support.first = free_;
            if (!divide(J, support)) return false;
            free_ += 6 - support.locked();
            supports_.push_back(std::move(support));
        }
        return std::ranges::all_of(known, [](char one) { return one != 0; });
    }

    /// What the closures do along the free directions of the tree [closureRows x free].
    MatrixXd closures() const {
        MatrixXd G = MatrixXd::Zero(model_.tree.closureRows, free_);
        for (const int k : model_.tree.closures) {
            const Constraint& c = model_.constraints[toIndex(k)];
            for (const bool onA : {true, false}) {
                const int body = onA ? c.bodyA : c.bodyB;
                if (body == ground) continue;
                Rows f = scaled(onA ? terms_[toIndex(k)].J_a : terms_[toIndex(k)].J_b, c);
                // Up to ground: a force on a body moves all joints that carry it.
                for (int at = model_.tree.ofBody[toIndex(body)]; at != ground;
                     at = model_.tree.bodies[toIndex(at)].parent) {
                    const Support& support = supports_[toIndex(at)];
                    const Index count = 6 - support.locked();
                    G.block(c.closureRow, support.first, c.rows(), count) +=
                        f.transpose() * support.Q.rightCols(count);
                    carry(support, f);
                }
            }
        }
        return G;
    }

    /// Forces of the tree's joints under wrenches on the bodies less those of closures, in `out`.
    /// @param wrenches [bodies] of the same number of columns, which are used up
    /// @param z multipliers of the closures [closureRows x columns]
    /// @param out [constraintRows x columns]
    /// @param along if given, what the joints let pass along their free directions, with z = 0
    void solve(std::vector<WrenchColumns>& wrenches, const MatrixXd& z, MatrixXd& out,
               VectorXd* along = nullptr) const {
        for (const int k : model_.tree.closures) {
            const Constraint& c = model_.constraints[toIndex(k)];
            const auto part = z.middleRows(c.closureRow, c.rows());
            out.middleRows(c.firstRow, c.rows()) = part;
            for (const bool onA : {true, false})
                if (const int body = onA ? c.bodyA : c.bodyB; body != ground)
                    wrenches[toIndex(body)].noalias() -=
                        scaled(onA ? terms_[toIndex(k)].J_a : terms_[toIndex(k)].J_b, c) * part;
        }
        for (auto support = supports_.rbegin(); support != supports_.rend(); ++support) {
            WrenchColumns& f = wrenches[toIndex(support->body)];
            const Index locked = support->locked();
            if (along)
                along->segment(support->first, 6 - locked) =
                    support->Q.rightCols(6 - locked).transpose() * f.col(0);
            Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6> own =
                support->Q.leftCols(locked).transpose() * f;
            support->R.topLeftCorner(locked, locked)
                .triangularView<Eigen::Upper>()
                .solveInPlace(own);
            Index r = 0;
            for (const Index row : support->rows) out.row(row) = own.row(r++);
            if (support->parent == ground) continue;
            carry(*support, f);
            wrenches[toIndex(support->parent)] += f;
        }
    }
    Index freeDirections() const { return free_; }

private:
    /// J^T of one body without units.
    Rows scaled(const ConstraintTerms<double>::Rows& rows, const Constraint& c) const {
        Rows J = rows.transpose() * (c.isAngle() ? size_ : 1.0);
        J.bottomRows<3>() /= size_;
        return J;
    }
    static bool divide(const Rows& J, Support& support) {
        constexpr double least = 1e-6;  ///< of a diagonal entry of R over the largest
        const Index k = J.cols();
        Eigen::HouseholderQR<Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>> qr(J);
        support.Q = qr.householderQ();
        support.R = qr.matrixQR().template triangularView<Eigen::Upper>();
        if (k == 0) return true;
        const auto diagonal = support.R.diagonal().head(k).cwiseAbs();
        return diagonal.minCoeff() > least * diagonal.maxCoeff();
    }
    /// Moves wrenches from the body of a joint to its parent's centre of mass.
    template <typename Derived>
    void carry(const Support& support, Eigen::MatrixBase<Derived>& f) const {
        if (support.parent == ground) return;
        const Vector3d arm =
            (bodies_[toIndex(support.body)].r - bodies_[toIndex(support.parent)].r) / size_;
        for (Index k = 0; k < f.cols(); ++k)
            f.col(k).template tail<3>() += arm.cross(Vector3d(f.col(k).template head<3>()));
    }

    const Model& model_;
    std::span<const ConstraintTerms<double>> terms_;
    std::span<const BodyKinematics<double>> bodies_;
    double size_;
    Index free_ = 0;
    std::vector<Support> supports_;  ///< in the order of the tree
};

}  // namespace

std::optional<TreeForces> treeForces(const Model& model,
                                     std::span<const ConstraintTerms<double>> terms,
                                     std::span<const BodyKinematics<double>> bodies,
                                     std::span<const Vec6<double>> wrenches, double size,
                                     double threshold) {
    TreeOfForces tree(model, terms, bodies, size);
    if (!tree.begin()) return std::nullopt;
    const CompletePivoting closures(tree.closures(), threshold);
    const Index rows = model.constraintRows, count = model.tree.closureRows;

    std::vector<WrenchColumns> given;
    for (const Vec6<double>& wrench : wrenches) {
        given.emplace_back(6, 1);
        given.back() << wrench.head<3>(), wrench.tail<3>() / size;
    }
    std::vector<WrenchColumns> rest = given;
    VectorXd along(tree.freeDirections());
    MatrixXd sigma = MatrixXd::Zero(rows, 1);
    tree.solve(rest, MatrixXd::Zero(count, 1), sigma, &along);
    tree.solve(given, closures.solveTransposed(along), sigma);

    const MatrixXd z = closures.leftNull();
    MatrixXd null = MatrixXd::Zero(rows, z.cols());
    std::vector<WrenchColumns> none(wrenches.size(), WrenchColumns::Zero(6, z.cols()));
    tree.solve(none, z, null);
    if (null.cols() > 0) null.colwise().normalize();
    return TreeForces{sigma.col(0), std::move(null)};
}

}  // namespace momentree
