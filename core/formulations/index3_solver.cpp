// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_solver.hpp"

#include <algorithm>

namespace momentree {

Index3Solver::Index3Solver(const Model& model, const Index3Rows& rows)
    : model_(model),
      rows_(rows),
      ends_(model.bodies.size()),
      T_a_(rows.P_a),
      T_b_(rows.P_b),
      P_a_(rows.P_a),
      P_b_(rows.P_b),
      F_a_(rows.P_a),
      F_b_(rows.P_b),
      leaves_(model.bodies.size()) {
    listEnds();
    listCouplings();
}

void Index3Solver::listEnds() {
    for (std::size_t k = 0; k < rows_.links.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        const auto first = static_cast<std::size_t>(link.firstRow);
        const int name = static_cast<int>(k);
        if (link.bodyA != ground)
            ends_[static_cast<std::size_t>(link.bodyA)].push_back(
                {name, P_a_.data() + first, F_a_.data() + first, T_a_.data() + first, link.rows});
        if (link.bodyB != ground)
            ends_[static_cast<std::size_t>(link.bodyB)].push_back(
                {name, P_b_.data() + first, F_b_.data() + first, T_b_.data() + first, link.rows});
    }
}

void Index3Solver::listCouplings() {
    std::vector<int> sizes;
    for (const Index3Link& link : rows_.links) sizes.push_back(link.rows);
    std::vector<std::pair<int, int>> pairs;
    std::vector<int> blockOfHub(ends_.size(), -1);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (isHub(i)) {
            blockOfHub[i] = static_cast<int>(sizes.size());
            sizes.push_back(6);
            for (const End& end : ends_[i]) pairs.emplace_back(blockOfHub[i], end.link);
            continue;
        }
        for (std::size_t j = 0; j < ends_[i].size(); ++j)
            for (std::size_t k = 0; k < j; ++k)
                if (ends_[i][j].link != ends_[i][k].link)
                    pairs.emplace_back(ends_[i][j].link, ends_[i][k].link);
    }
    // A link between hubs has no compliance but that of the penalty until one of them is joined.
    std::vector<char> late(sizes.size(), 0);
    for (std::size_t k = 0; k < rows_.links.size(); ++k) {
        const auto isLeaf = [&](int body) {
            return body != ground && !isHub(static_cast<std::size_t>(body));
        };
        late[k] = !isLeaf(rows_.links[k].bodyA) && !isLeaf(rows_.links[k].bodyB);
    }
    matrix_.analyse(sizes, pairs, late);
    x_.assign(static_cast<std::size_t>(matrix_.rows()), 0.0);
    for (int k = 0; k < static_cast<int>(rows_.links.size()); ++k) {
        pivots_.push_back(matrix_.at(k, k).values);
        linkRow_.push_back(matrix_.row(k));
    }
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (!isHub(i)) {
            coupleLeaf(ends_[i]);
            continue;
        }
        hubs_.push_back({.body = static_cast<int>(i)});
        coupleHub(hubs_.back(), blockOfHub[i], ends_[i]);
    }
}

void Index3Solver::coupleLeaf(const std::vector<End>& ends) {
    for (std::size_t j = 0; j < ends.size(); ++j) {
        for (std::size_t k = 0; k <= j; ++k) {
            const BlockElimination::Place place = matrix_.at(ends[j].link, ends[k].link);
            const End& later = place.swapped ? ends[k] : ends[j];
            const End& earlier = place.swapped ? ends[j] : ends[k];
            leafCouplings_.push_back({&later, &earlier, place.values, place.upper});
        }
    }
}

void Index3Solver::coupleHub(Hub& hub, int block, const std::vector<End>& ends) {
    hub.pivot = matrix_.at(block, block).values;
    hub.row = matrix_.row(block);
    for (const End& end : ends) {
        const BlockElimination::Place place = matrix_.at(end.link, block);
        hubCouplings_.push_back({end.P, end.F, place.values, place.upper, end.rows, place.swapped});
    }
}

namespace {

template <int N>
using RowsOf = Eigen::Map<const Eigen::Matrix<double, N, 6, Eigen::RowMajor>>;

template <int N>
void addProduct(const Vec6<double>* A, const Vec6<double>* B, double* block) {
    Eigen::Map<Eigen::Matrix<double, N, N, Eigen::RowMajor>> out(block);
    out += RowsOf<N>(A->data()).lazyProduct(RowsOf<N>(B->data()).transpose());
}

/// T = F N^T.
template <int N>
void scaleRows(const Index3Leaf& leaf, const Vec6<double>* F, Vec6<double>* T) {
    const RowsOf<N> from(F->data());
    Eigen::Map<Eigen::Matrix<double, N, 6, Eigen::RowMajor>> to(T->data());
    to.template leftCols<3>() = leaf.inverseMass * from.template leftCols<3>();
    to.template rightCols<3>() =
        from.template rightCols<3>().lazyProduct(leaf.inverseInertia.transpose());
}

void scaleRows(const Index3Leaf& leaf, const Vec6<double>* F, Vec6<double>* T, int rows) {
    if (rows == 3) return scaleRows<3>(leaf, F, T);
    if (rows == 5) return scaleRows<5>(leaf, F, T);
    for (int r = 0; r < rows; ++r) T[r] = leaf.times(F[r]);
}

/// block += A B^T.
void addProduct(const Vec6<double>* A, const Vec6<double>* B, double* block, int rows,
                int columns) {
    if (rows == 3 && columns == 3) return addProduct<3>(A, B, block);
    if (rows == 5 && columns == 5) return addProduct<5>(A, B, block);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) block[r * columns + c] += A[r].dot(B[c]);
}

}  // namespace

void Index3Solver::factorise(std::span<const Index3Leaf> leaves, const Index3Rows& forces) {
    const bool symmetric = &forces == &rows_;
    std::copy(leaves.begin(), leaves.end(), leaves_.begin());
    std::copy(rows_.P_a.begin(), rows_.P_a.end(), P_a_.begin());
    std::copy(rows_.P_b.begin(), rows_.P_b.end(), P_b_.begin());
    std::copy(forces.P_a.begin(), forces.P_a.end(), F_a_.begin());
    std::copy(forces.P_b.begin(), forces.P_b.end(), F_b_.begin());
    for (std::size_t i = 0; i < ends_.size(); ++i)
        for (const End& end : ends_[i]) scaleRows(leaves_[i], end.F, end.T, end.rows);
    matrix_.clear();
    for (const Coupling& c : leafCouplings_) {
        const End &j = *c.later, &k = *c.earlier;
        addProduct(j.P, k.T, c.block, j.rows, k.rows);
        if (!symmetric) addProduct(j.T, k.P, c.upper, j.rows, k.rows);
    }
    for (const HubCoupling& c : hubCouplings_) {
        for (int r = 0; r < c.rows; ++r)
            for (int k = 0; k < 6; ++k) {
                const int at = c.swapped ? k * c.rows + r : r * 6 + k;
                c.block[at] = -(c.swapped ? c.F : c.P)[r][k];
                c.upper[at] = -(c.swapped ? c.P : c.F)[r][k];
            }
    }
    for (std::size_t k = 0; k < pivots_.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        for (int r = 0; r < link.rows; ++r)
            pivots_[k][r * (link.rows + 1)] += rows_.compliance[link.firstRow + r];
    }
    for (const Hub& hub : hubs_) {
        const Index3Leaf& leaf = leaves_[static_cast<std::size_t>(hub.body)];
        Eigen::Map<Mat6<double>> pivot(hub.pivot);
        pivot.setZero();
        pivot.topLeftCorner<3, 3>().diagonal().setConstant(-1.0 / leaf.inverseMass);
        pivot.bottomRightCorner<3, 3>() = -leaf.inverseInertia.inverse();
    }
    matrix_.factorise(symmetric);
}

void Index3Solver::solve(std::span<const Vec6<double>> b, const Eigen::VectorXd& Phi,
                         std::span<Vec6<double>> dq, Eigen::VectorXd& y) {
    for (std::size_t k = 0; k < pivots_.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        std::copy_n(Phi.data() + link.firstRow, link.rows, x_.data() + linkRow_[k]);
    }
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (isHub(i)) continue;
        dq[i] = -leaves_[i].times(b[i]);
        for (const End& end : ends_[i]) {
            double* const beta = x_.data() + linkRow_[static_cast<std::size_t>(end.link)];
            for (int r = 0; r < end.rows; ++r) beta[r] += end.P[r].dot(dq[i]);
        }
    }
    for (const Hub& hub : hubs_)
        Eigen::Map<Vec6<double>>(x_.data() + hub.row) = b[static_cast<std::size_t>(hub.body)];
    matrix_.solve(x_.data());
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (isHub(i)) continue;
        for (const End& end : ends_[i]) {
            const double* const own = x_.data() + linkRow_[static_cast<std::size_t>(end.link)];
            for (int r = 0; r < end.rows; ++r) dq[i] -= own[r] * end.T[r];
        }
    }
    for (const Hub& hub : hubs_)
        dq[static_cast<std::size_t>(hub.body)] = Eigen::Map<Vec6<double>>(x_.data() + hub.row);
    for (std::size_t k = 0; k < pivots_.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        std::copy_n(x_.data() + linkRow_[k], link.rows, y.data() + link.firstRow);
    }
}

}  // namespace momentree
