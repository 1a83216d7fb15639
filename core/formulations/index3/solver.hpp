// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/index3/elimination.hpp"
#include "core/formulations/index3/leaf.hpp"
#include "core/formulations/index3/links.hpp"

namespace momentree {

/// Solves the linear system of a Newton iteration or projection (THEORY 6.4),
///   Mcc dq + F^T y = -b,   y / kappa - P dq = Phi,
/// for dq of all bodies and y = c dlambda of all rows. The rows F, along which forces act, are P or
/// those of another pose.
///
/// Bodies with few links are leaves with N = Mcc^-1 and contribute to (P N F^T + 1 / kappa) y = Phi
/// - P N b, one block per link. Bodies with many links have separate blocks, so that a hub costs as
/// much per link as a chain.
template <typename S>
class Index3Solver {
public:
    using VectorX = typename Index3Rows<S>::VectorX;

    /// @param threads number of threads
    Index3Solver(const Model& model, const Index3Rows<S>& rows, int threads);

    /// Traces all solutions from now on; null ends tracing.
    void trace(Tracer* tracer);

    /// Sets a leaf and the current rows of its links; bodies may be set by different threads.
    void take(int body, const Index3Leaf<S>& leaf, const Index3Rows<S>& forces);
    /// @param symmetric whether `forces` were the rows themselves and all leaves are symmetric
    void factorise(Workers& workers, bool symmetric) {
        symmetric_ = symmetric;
        reportLeaves();
        matrix_.factorise(workers, symmetric, [this](int block) { fill(block); });
    }
    /// Sets the wrench b of a body whose leaf is set; bodies may be set by different threads.
    void push(int body, const Vec6<S>& b) {
        const auto i = static_cast<std::size_t>(body);
        b_[i] = b;
        Nb_[i] = leaves_[i].times(b);
    }
    /// @param Phi [rows]
    /// @param dq [bodies]
    /// @param y [rows]
    /// @param then then(i) is called after dq[i] is known, for different bodies on different
    /// threads
    template <typename Then>
    void solve(Workers& workers, const VectorX& Phi, std::span<Vec6<S>> dq, VectorX& y,
               const Then& then) {
        matrix_.solve(
            workers, [&](int block, S* own) { load(block, Phi, own); },
            [&](int block, const S* own) { read(block, own, dq, y); });
        workers.forEach(static_cast<int>(dq.size()), [&](int i) {
            const auto body = static_cast<std::size_t>(i);
            if (!isHub(body)) move(body, y, dq[body]);
            then(i);
        });
        reportChanges(dq);
    }

private:
    /// A link from the side of one of its bodies.
    struct End {
        int link = 0, firstRow = 0, rows = 0;
        bool onB = false;
        Vec6<S>*P = nullptr, *F = nullptr;  ///< [rows of the link]
        Vec6<S>* T = nullptr;               ///< F N^T
    };
    /// P_j N F_k^T of one body and the transpose of P_k N F_j^T.
    struct Coupling {
        const End *later = nullptr, *earlier = nullptr;
        S *block = nullptr, *upper = nullptr;
    };
    struct HubCoupling {
        const Vec6<S>*P = nullptr, *F = nullptr;
        S *block = nullptr, *upper = nullptr;
        int rows = 0;          ///< of the link
        bool swapped = false;  ///< the block holds the transpose
    };
    /// Contributions to one column of the matrix.
    struct Column {
        Column(int ofLink, int ofHub) : link(ofLink), hub(ofHub) {}
        int link, hub;  ///< one of them, -1 for the other; a hub is a body
        S* pivot = nullptr;
        std::vector<Coupling> couplings;
        std::vector<HubCoupling> hubs;
        const End* ends[2] = {nullptr, nullptr};  ///< of a link, for bodies that are leaves
        int bodies[2] = {ground, ground};
    };
    void listEnds();
    void listColumns(int threads);
    void coupleLeaf(std::size_t body);
    void coupleHub(std::size_t body, int block);
    void fill(int block);
    void load(int block, const VectorX& Phi, S* own) const;
    void read(int block, const S* own, std::span<Vec6<S>> dq, VectorX& y) const;
    void move(std::size_t body, const VectorX& y, Vec6<S>& dq) const;
    std::vector<TracedNode> tracedNodes() const;
    void reportLeaves();
    void reportChanges(std::span<const Vec6<S>> dq);
    int nodeOf(int body) const { return static_cast<int>(columns_.size()) + body; }
    bool isHub(std::size_t body) const { return ends_[body].size() > 6; }
    Column& column(int block) { return columns_[static_cast<std::size_t>(block)]; }
    const Column& column(int block) const { return columns_[static_cast<std::size_t>(block)]; }

    const Model& model_;
    const Index3Rows<S>& rows_;
    BlockElimination<S> matrix_;
    std::vector<std::vector<End>> ends_;  ///< [bodies]
    std::vector<Column> columns_;         ///< [links], then hubs
    std::vector<Vec6<S>> T_a_, T_b_;      ///< [rows]
    std::vector<Vec6<S>> P_a_, P_b_;      ///< rows as factorised
    std::vector<Vec6<S>> F_a_, F_b_;
    std::vector<Index3Leaf<S>> leaves_;
    std::vector<Vec6<S>> b_, Nb_;  ///< [bodies]
    bool symmetric_ = true;
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
