// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/solver.hpp"

#include <algorithm>

namespace momentree {
namespace {

/// The joint of the model that contains the first constraint of a link, -1 for loads.
int jointOf(const Model& model, const Index3Link& link) {
    if (link.constraints.empty()) return -1;
    return model.constraints[static_cast<std::size_t>(link.constraints.front())].joint;
}

}  // namespace

template <typename S>
Index3Solver<S>::Index3Solver(const Model& model, const Index3Rows<S>& rows, int threads)
    : model_(model),
      rows_(rows),
      ends_(model.bodies.size()),
      T_a_(rows.P_a),
      T_b_(rows.P_b),
      P_a_(rows.P_a),
      P_b_(rows.P_b),
      F_a_(rows.P_a),
      F_b_(rows.P_b),
      leaves_(model.bodies.size()),
      b_(model.bodies.size(), Vec6<S>::Zero()),
      Nb_(b_) {
    listEnds();
    listColumns(threads);
}

template <typename S>
void Index3Solver<S>::listEnds() {
    for (std::size_t k = 0; k < rows_.links.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        const auto first = static_cast<std::size_t>(link.firstRow);
        const int name = static_cast<int>(k);
        if (link.bodyA != ground)
            ends_[static_cast<std::size_t>(link.bodyA)].push_back(
                {name, link.firstRow, link.rows, false, P_a_.data() + first, F_a_.data() + first,
                 T_a_.data() + first});
        if (link.bodyB != ground)
            ends_[static_cast<std::size_t>(link.bodyB)].push_back(
                {name, link.firstRow, link.rows, true, P_b_.data() + first, F_b_.data() + first,
                 T_b_.data() + first});
    }
}

template <typename S>
void Index3Solver<S>::listColumns(int threads) {
    std::vector<EliminationBlock> blocks;
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t k = 0; k < rows_.links.size(); ++k) {
        const Index3Link& link = rows_.links[k];
        EliminationBlock& block = blocks.emplace_back();
        block.rows = link.rows;
        if (!link.constraints.empty()) {
            block.bodyA = link.bodyA;
            block.bodyB = link.bodyB;
        }
        columns_.emplace_back(static_cast<int>(k), -1);
    }
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (isHub(i)) {
            for (const End& end : ends_[i])
                pairs.emplace_back(static_cast<int>(columns_.size()), end.link);
            blocks.push_back({.rows = 6, .hub = static_cast<int>(i)});
            columns_.emplace_back(-1, static_cast<int>(i));
            continue;
        }
        for (std::size_t j = 0; j < ends_[i].size(); ++j)
            for (std::size_t k = 0; k < j; ++k)
                if (ends_[i][j].link != ends_[i][k].link)
                    pairs.emplace_back(ends_[i][j].link, ends_[i][k].link);
    }
    matrix_.analyse(blocks, pairs, threads);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        const int block = static_cast<int>(k);
        columns_[k].pivot = matrix_.at(block, block).values;
        if (columns_[k].hub >= 0) coupleHub(static_cast<std::size_t>(columns_[k].hub), block);
    }
    for (std::size_t i = 0; i < ends_.size(); ++i)
        if (!isHub(i)) coupleLeaf(i);
}

template <typename S>
void Index3Solver<S>::coupleLeaf(std::size_t body) {
    const std::vector<End>& ends = ends_[body];
    for (std::size_t j = 0; j < ends.size(); ++j) {
        Column& own = column(ends[j].link);
        const int slot = own.ends[0] == nullptr ? 0 : 1;
        own.ends[slot] = &ends[j];
        own.bodies[slot] = static_cast<int>(body);
        for (std::size_t k = 0; k <= j; ++k) {
            const auto place = matrix_.at(ends[j].link, ends[k].link);
            const End& later = place.swapped ? ends[k] : ends[j];
            const End& earlier = place.swapped ? ends[j] : ends[k];
            column(earlier.link).couplings.push_back({&later, &earlier, place.values, place.upper});
        }
    }
}

template <typename S>
void Index3Solver<S>::coupleHub(std::size_t body, int block) {
    for (const End& end : ends_[body]) {
        const auto place = matrix_.at(end.link, block);
        column(place.swapped ? end.link : block)
            .hubs.push_back({end.P, end.F, place.values, place.upper, end.rows, place.swapped});
    }
}

namespace {

template <typename S, int N>
using RowsOf = Eigen::Map<const Eigen::Matrix<S, N, 6, Eigen::RowMajor>>;

template <int N, typename S>
void addFixedProduct(const Vec6<S>* A, const Vec6<S>* B, S* block) {
    Eigen::Map<Eigen::Matrix<S, N, N, Eigen::RowMajor>> out(block);
    out += RowsOf<S, N>(A->data()).lazyProduct(RowsOf<S, N>(B->data()).transpose());
}

/// block += A B^T.
template <typename S>
void addProduct(const Vec6<S>* A, const Vec6<S>* B, S* block, int rows, int columns) {
    if (rows == 3 && columns == 3) return addFixedProduct<3>(A, B, block);
    if (rows == 5 && columns == 5) return addFixedProduct<5>(A, B, block);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) block[r * columns + c] += A[r].dot(B[c]);
}

template <int N, typename S>
void scaleFixedRows(const Index3Leaf<S>& leaf, const Vec6<S>* F, Vec6<S>* T) {
    const RowsOf<S, N> from(F->data());
    Eigen::Map<Eigen::Matrix<S, N, 6, Eigen::RowMajor>> to(T->data());
    to.template leftCols<3>() = leaf.inverseMass * from.template leftCols<3>();
    to.template rightCols<3>() =
        from.template rightCols<3>().lazyProduct(leaf.inverseInertia.transpose());
}

/// T = F N^T.
template <typename S>
void scaleRows(const Index3Leaf<S>& leaf, const Vec6<S>* F, Vec6<S>* T, int rows) {
    if (rows == 3) return scaleFixedRows<3>(leaf, F, T);
    if (rows == 5) return scaleFixedRows<5>(leaf, F, T);
    for (int r = 0; r < rows; ++r) T[r] = leaf.times(F[r]);
}

}  // namespace

template <typename S>
void Index3Solver<S>::take(int body, const Index3Leaf<S>& leaf, const Index3Rows<S>& forces) {
    const auto i = static_cast<std::size_t>(body);
    leaves_[i] = leaf;
    for (const End& end : ends_[i]) {
        std::copy_n((end.onB ? rows_.P_b : rows_.P_a).data() + end.firstRow, end.rows, end.P);
        std::copy_n((end.onB ? forces.P_b : forces.P_a).data() + end.firstRow, end.rows, end.F);
        scaleRows(leaf, end.F, end.T, end.rows);
    }
}

/// Assembles one column of the matrix.
template <typename S>
void Index3Solver<S>::fill(int block) {
    const Column& own = column(block);
    for (const Coupling& c : own.couplings) {
        const End &j = *c.later, &k = *c.earlier;
        addProduct(j.P, k.T, c.block, j.rows, k.rows);
        if (!symmetric_) addProduct(j.T, k.P, c.upper, j.rows, k.rows);
    }
    for (const HubCoupling& c : own.hubs)
        for (int r = 0; r < c.rows; ++r)
            for (int k = 0; k < 6; ++k) {
                const int at = c.swapped ? k * c.rows + r : r * 6 + k;
                c.block[at] = -(c.swapped ? c.F : c.P)[r][k];
                c.upper[at] = -(c.swapped ? c.P : c.F)[r][k];
            }
    if (own.hub >= 0) {
        const Index3Leaf<S>& leaf = leaves_[static_cast<std::size_t>(own.hub)];
        Eigen::Map<Mat6<S>> pivot(own.pivot);
        pivot.template topLeftCorner<3, 3>().diagonal().setConstant(S(-1) / leaf.inverseMass);
        pivot.template bottomRightCorner<3, 3>() = -leaf.inverseInertia.inverse();
        return;
    }
    const Index3Link& link = rows_.links[static_cast<std::size_t>(own.link)];
    for (int r = 0; r < link.rows; ++r)
        own.pivot[r * (link.rows + 1)] += rows_.compliance[link.firstRow + r];
}

template <typename S>
void Index3Solver<S>::load(int block, const VectorX& Phi, S* own) const {
    const Column& c = column(block);
    if (c.hub >= 0) {
        Eigen::Map<Vec6<S>> rows(own);
        rows = b_[static_cast<std::size_t>(c.hub)];
        return;
    }
    const Index3Link& link = rows_.links[static_cast<std::size_t>(c.link)];
    std::copy_n(Phi.data() + link.firstRow, link.rows, own);
    for (std::size_t side = 0; side < 2 && c.ends[side] != nullptr; ++side) {
        const Vec6<S>& Nb = Nb_[static_cast<std::size_t>(c.bodies[side])];
        for (int r = 0; r < link.rows; ++r) own[r] -= c.ends[side]->P[r].dot(Nb);
    }
}

template <typename S>
void Index3Solver<S>::read(int block, const S* own, std::span<Vec6<S>> dq, VectorX& y) const {
    const Column& c = column(block);
    if (c.hub >= 0) {
        dq[static_cast<std::size_t>(c.hub)] = Eigen::Map<const Vec6<S>>(own);
        return;
    }
    const Index3Link& link = rows_.links[static_cast<std::size_t>(c.link)];
    std::copy_n(own, link.rows, y.data() + link.firstRow);
}

/// dq = -N (b + F^T y).
template <typename S>
void Index3Solver<S>::move(std::size_t body, const VectorX& y, Vec6<S>& dq) const {
    dq = -Nb_[body];
    for (const End& end : ends_[body])
        for (int r = 0; r < end.rows; ++r) dq -= y[end.firstRow + r] * end.T[r];
}

template <typename S>
void Index3Solver<S>::trace(Tracer* tracer) {
    tracer_ = tracer;
    matrix_.trace(tracer);
    if (tracer_ != nullptr) tracer_->setNodes(tracedNodes());
}

/// The blocks in their order, then the bodies, each as a child of the first of its joints to be
/// eliminated. A hub is a block too.
template <typename S>
std::vector<TracedNode> Index3Solver<S>::tracedNodes() const {
    std::vector<TracedNode> nodes;
    std::vector<int> firstOfBody(ends_.size(), -1);
    for (const auto& block : matrix_.nodes()) {
        const Column& from = column(block.block);
        TracedNode node;
        node.kind = TracedNode::Kind::Joined;
        node.parent = block.parent;
        const auto meet = [&](int body) {
            if (body == ground) return;
            int& first = firstOfBody[static_cast<std::size_t>(body)];
            if (first < 0) first = static_cast<int>(nodes.size());
        };
        if (from.hub >= 0) {
            meet(from.hub);
        } else {
            const Index3Link& link = rows_.links[static_cast<std::size_t>(from.link)];
            meet(link.bodyA);
            meet(link.bodyB);
            node.joint = jointOf(model_, link);
        }
        nodes.push_back(std::move(node));
    }
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        TracedNode node;
        node.parent = firstOfBody[i];
        node.bodies = {static_cast<int>(i)};
        nodes.push_back(node);
        // In every block above it.
        for (int above = node.parent; above >= 0;
             above = nodes[static_cast<std::size_t>(above)].parent)
            nodes[static_cast<std::size_t>(above)].bodies.push_back(static_cast<int>(i));
    }
    return nodes;
}

template <typename S>
void Index3Solver<S>::reportLeaves() {
    if (tracer_ == nullptr) return;
    tracer_->results(
        index3::leaves, static_cast<int>(ends_.size()), [this](int i) { return nodeOf(i); },
        [this](TraceSink& sink, int i) {
            const Index3Leaf<S>& leaf = leaves_[static_cast<std::size_t>(i)];
            Mat6<S> N = Mat6<S>::Zero();
            N.diagonal().template head<3>().setConstant(leaf.inverseMass);
            N.template bottomRightCorner<3, 3>() = leaf.inverseInertia;
            sink(index3::leaf, "N", N);
            sink(index3::residual, "b", b_[static_cast<std::size_t>(i)]);
        });
}

template <typename S>
void Index3Solver<S>::reportChanges(std::span<const Vec6<S>> dq) {
    if (tracer_ == nullptr) return;
    tracer_->results(
        index3::moves, static_cast<int>(dq.size()), [this](int i) { return nodeOf(i); },
        [&](TraceSink& sink, int i) {
            sink(index3::change, "Δq", dq[static_cast<std::size_t>(i)]);
        });
}

template class Index3Solver<double>;
template class Index3Solver<float>;

}  // namespace momentree
