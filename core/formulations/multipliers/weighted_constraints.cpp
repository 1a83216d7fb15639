// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/weighted_constraints.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Measured with hinged chains: an evaluation takes 0.08 ms with 80 rows and 1.4 ms with 240,
/// twenty times as long as by `lagrange-index1`.
constexpr int mostRows = 240;
/// Square of the smallest rest of a row that counts, as in SemidefiniteSolver.
constexpr double leastPivot = 1e-10;

}  // namespace

std::optional<Message> tooManyRows(const Model& model) {
    if (model.constraintRows <= mostRows) return {};
    return MOMENTREE_TEXT("dense-rows",
                          "uses dense matrices and takes at most %1 rows of constraints, but the "
                          "model has %2; choose lagrange-index1")(mostRows, model.constraintRows);
}

WeightedConstraints::WeightedConstraints(const Model& model)
    : model_(model), L_(model.bodies.size()) {
    for (const Body& body : model.bodies) {
        // J = U^T U, so that J^-1 = U^-1 U^-T.
        const Mat3<double> U = body.J_C.llt().matrixU();
        body_.push_back(U.inverse());
    }
}

void WeightedConstraints::hold(const ClosureStructure& structure) {
    rows_.clear();
    std::vector<char> onTree(model_.constraints.size(), 1);
    for (const int k : model_.tree.closures) onTree[static_cast<std::size_t>(k)] = 0;
    for (std::size_t k = 0; k < onTree.size(); ++k)
        for (int i = 0; onTree[k] && i < model_.constraints[k].rows(); ++i)
            rows_.push_back({.constraint = static_cast<int>(k), .row = i});
    tree_ = static_cast<Eigen::Index>(rows_.size());
    std::vector<std::pair<int, int>> ofClosures;
    for (const int k : model_.tree.closures)
        for (int i = 0; i < model_.constraints[static_cast<std::size_t>(k)].ownRows(); ++i)
            ofClosures.emplace_back(k, i);
    ranks_.clear();
    for (const ClosureGroup& group : structure.ranks.groups) {
        const bool redundant = static_cast<int>(group.rows.size()) > group.rank;
        for (const int row : group.rows) {
            const auto [constraint, i] = ofClosures[static_cast<std::size_t>(row)];
            const double weight = structure.ranks.weight[row];
            rows_.push_back({.constraint = constraint,
                             .row = i,
                             .group = static_cast<int>(ranks_.size()),
                             .scale = 1.0 / std::sqrt(structure.compliance[row]),
                             .weight = redundant ? weight * weight : 0.0});
        }
        ranks_.push_back(group.rank);
    }
    const auto n = 6 * static_cast<Eigen::Index>(model_.bodies.size());
    const auto m = static_cast<Eigen::Index>(rows_.size());
    Y_.setZero(n, m);
    A_.setZero(n, m);
    tau_.setZero(m);
    weight_.setZero(m - tree_);
    work_.setZero(std::max(n, m));
    order_.resize(rows_.size());
    left_ = ranks_;
    int most = 0;
    for (const int rank : ranks_) most += rank;
    T_.setZero(m - tree_, most);
    G_.setZero(most, most);
    fit_.setZero(most);
}

void WeightedConstraints::gather() {
    Y_.setZero();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const Row& row = rows_[k];
        const auto at = static_cast<std::size_t>(row.constraint);
        const Constraint& c = model_.constraints[at];
        const auto put = [&](int body, const Eigen::Matrix<double, 1, 6>& J) {
            if (body == ground) return;
            const auto i = static_cast<std::size_t>(body);
            auto y = Y_.col(static_cast<Eigen::Index>(k)).segment<6>(Eigen::Index{6} * body);
            y.head<3>() += J.head<3>().transpose() / std::sqrt(model_.bodies[i].mass);
            y.tail<3>() += L_[i].transpose() * J.tail<3>().transpose();
        };
        put(c.bodyA, terms_[at].J_a.row(row.row));
        put(c.bodyB, terms_[at].J_b.row(row.row));
        for (std::size_t m = at + 1; m < terms_.size() && model_.constraints[m].adds; ++m) {
            put(model_.constraints[m].bodyA, terms_[m].J_a.row(0));
            put(model_.constraints[m].bodyB, terms_[m].J_b.row(0));
        }
    }
}

void WeightedConstraints::factorise(std::span<const BodyKinematics<double>> bodies,
                                    std::span<const ConstraintTerms<double>> terms) {
    terms_ = terms;
    for (std::size_t i = 0; i < bodies.size(); ++i) L_[i] = bodies[i].R * body_[i];
    gather();
    A_ = Y_;
    left_ = ranks_;
    for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = static_cast<int>(k);
    for (rank_ = 0; rank_ < A_.cols(); ++rank_) {
        if (rank_ >= tree_) {
            const Eigen::Index pivot = bestPivot(rank_);
            if (pivot < 0) break;
            exchange(rank_, pivot);
            --left_[toIndex(rowOf(rank_).group)];
        }
        reflect(rank_);
    }
    fitRedundant();
}

/// The column with the largest rest in its scale, of groups with rows left to take; -1 if none
/// counts.
Eigen::Index WeightedConstraints::bestPivot(Eigen::Index from) {
    double largest = leastPivot;
    Eigen::Index best = -1;
    for (Eigen::Index j = from; j < A_.cols(); ++j) {
        const Row& row = rowOf(j);
        if (left_[toIndex(row.group)] == 0) continue;
        const double rest = A_.col(j).tail(A_.rows() - from).squaredNorm() * row.scale * row.scale;
        if (!(rest > largest)) continue;
        largest = rest;
        best = j;
    }
    return best;
}

void WeightedConstraints::exchange(Eigen::Index a, Eigen::Index b) {
    if (a == b) return;
    A_.col(a).swap(A_.col(b));
    std::swap(order_[static_cast<std::size_t>(a)], order_[static_cast<std::size_t>(b)]);
}

/// Makes column k zero below the diagonal by 1 - tau v v^T, v_k = 1, and applies it to the columns
/// behind.
void WeightedConstraints::reflect(Eigen::Index k) {
    const Eigen::Index rest = A_.rows() - k, behind = A_.cols() - k - 1;
    auto v = A_.col(k).tail(rest);
    const double length = v.norm(), first = v[0];
    const double beta = first > 0.0 ? -length : length;
    tau_[k] = length > 0.0 ? (beta - first) / beta : 0.0;
    if (length > 0.0) v.tail(rest - 1) /= first - beta;
    v[0] = 1.0;
    auto block = A_.block(k, k + 1, rest, behind);
    auto along = work_.head(behind);
    along.noalias() = block.transpose() * v;
    along *= tau_[k];
    block.noalias() -= v * along.transpose();
    v[0] = beta;
}

void WeightedConstraints::applyQ(Vector& x) const {
    for (Eigen::Index k = rank_; k-- > 0;) {
        const auto v = A_.col(k).tail(A_.rows() - k - 1);
        auto rest = x.tail(A_.rows() - k - 1);
        const double along = tau_[k] * (x[k] + v.dot(rest));
        x[k] -= along;
        rest -= along * v;
    }
}
void WeightedConstraints::applyTransposedQ(Vector& x) const {
    for (Eigen::Index k = 0; k < rank_; ++k) {
        const auto v = A_.col(k).tail(A_.rows() - k - 1);
        auto rest = x.tail(A_.rows() - k - 1);
        const double along = tau_[k] * (x[k] + v.dot(rest));
        x[k] -= along;
        rest -= along * v;
    }
}

/// With the rows K of closures that were taken, J = T J_K, and G = T^T w T = C C^T.
void WeightedConstraints::fitRedundant() {
    const Eigen::Index r = rank_ - tree_, m = A_.cols() - tree_;
    // R_KK^T T^T = R^T, from the last column of T to its first.
    for (Eigen::Index i = 0; i < m; ++i) {
        const Eigen::Index column = tree_ + i;
        for (Eigen::Index j = 0; j < r; ++j) T_(i, j) = i == j ? 1.0 : 0.0;
        if (i < r) continue;
        for (Eigen::Index j = r; j-- > 0;) {
            double rest = A_(tree_ + j, column);
            for (Eigen::Index k = j + 1; k < r; ++k) rest -= A_(tree_ + j, tree_ + k) * T_(i, k);
            T_(i, j) = rest / A_(tree_ + j, tree_ + j);
        }
    }
    for (Eigen::Index k = 0; k < m; ++k) {
        weight_[k] = rowOf(tree_ + k).weight;
        if (k < r && weight_[k] == 0.0) weight_[k] = 1.0;  // of a group without redundant rows
    }
    for (Eigen::Index j = 0; j < r; ++j)
        for (Eigen::Index i = j; i < r; ++i) {
            G_(i, j) = 0.0;
            for (Eigen::Index k = 0; k < m; ++k) G_(i, j) += weight_[k] * T_(k, i) * T_(k, j);
        }
    for (Eigen::Index k = 0; k < r; ++k) {
        G_(k, k) = std::sqrt(G_(k, k));
        for (Eigen::Index i = k + 1; i < r; ++i) G_(i, k) /= G_(k, k);
        for (Eigen::Index j = k + 1; j < r; ++j)
            for (Eigen::Index i = j; i < r; ++i) G_(i, j) -= G_(i, k) * G_(j, k);
    }
}

void WeightedConstraints::solve(const Vector& c, Vector& x) {
    const Eigen::Index r = rank_ - tree_, m = A_.cols() - tree_;
    auto right = work_.head(A_.cols());
    for (Eigen::Index k = 0; k < A_.cols(); ++k) {
        const Row& row = rowOf(k);
        right[k] = c[model_.constraints[toIndex(row.constraint)].firstRow + row.row];
    }
    x.setZero();
    const auto forward = [&](Eigen::Index k) {
        x[k] = right[k] / A_(k, k);
        for (Eigen::Index j = k + 1; j < A_.cols(); ++j) right[j] -= A_(k, j) * x[k];
    };
    for (Eigen::Index k = 0; k < tree_; ++k) forward(k);
    // The rows K with the least error of all rows of the closures.
    for (Eigen::Index j = 0; j < r; ++j) {
        fit_[j] = 0.0;
        for (Eigen::Index k = 0; k < m; ++k) fit_[j] += T_(k, j) * weight_[k] * right[tree_ + k];
    }
    for (Eigen::Index k = 0; k < r; ++k) {
        fit_[k] /= G_(k, k);
        for (Eigen::Index i = k + 1; i < r; ++i) fit_[i] -= G_(i, k) * fit_[k];
    }
    for (Eigen::Index k = r; k-- > 0;) {
        for (Eigen::Index i = k + 1; i < r; ++i) fit_[k] -= G_(i, k) * fit_[i];
        fit_[k] /= G_(k, k);
    }
    right.segment(tree_, r) = fit_.head(r);
    for (Eigen::Index k = tree_; k < rank_; ++k) forward(k);
    applyQ(x);
}

void WeightedConstraints::keepFree(Vector& x) {
    applyTransposedQ(x);
    x.head(rank_).setZero();
    applyQ(x);
}

void WeightedConstraints::weigh(std::span<const Vec6<double>> b, Vector& x) const {
    for (std::size_t i = 0; i < b.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(6 * i);
        x.segment<3>(at) = b[i].head<3>() / std::sqrt(model_.bodies[i].mass);
        x.segment<3>(at + 3) = L_[i].transpose() * b[i].tail<3>();
    }
}

void WeightedConstraints::accelerate(const Vector& x, std::span<Vec6<double>> a) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(6 * i);
        a[i].head<3>() = x.segment<3>(at) / std::sqrt(model_.bodies[i].mass);
        a[i].tail<3>() = L_[i] * x.segment<3>(at + 3);
    }
}

void WeightedConstraints::subtractRows(const Vector& x, Vector& c) const {
    for (std::size_t k = 0; k < rows_.size(); ++k)
        c[model_.constraints[toIndex(rows_[k].constraint)].firstRow + rows_[k].row] -=
            Y_.col(static_cast<Eigen::Index>(k)).dot(x);
}

Eigen::MatrixXd WeightedConstraints::freeMotions() const {
    const Eigen::Index n = A_.rows();
    Eigen::MatrixXd N(n, n - rank_);
    std::vector<Vec6<double>> a(model_.bodies.size());
    for (Eigen::Index j = 0; j < N.cols(); ++j) {
        Vector x = Vector::Unit(n, rank_ + j);
        applyQ(x);
        accelerate(x, a);
        for (std::size_t i = 0; i < a.size(); ++i)
            N.col(j).segment<6>(static_cast<Eigen::Index>(6 * i)) = a[i];
    }
    return N;
}

WeightedConstraints::Vector WeightedConstraints::wrenches(const Vector& x) const {
    Vector all(x.size());
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(6 * i);
        all.segment<3>(at) = x.segment<3>(at) * std::sqrt(model_.bodies[i].mass);
        all.segment<3>(at + 3) = L_[i].transpose().inverse() * x.segment<3>(at + 3);
    }
    return all;
}

}  // namespace momentree
