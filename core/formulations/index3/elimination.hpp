// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/formulations/index3/equations.hpp"
#include "core/formulations/index3/order.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// Solves A x = b for a sparse matrix of dense blocks with a symmetric pattern (THEORY 6.4), which
/// is the assembly and disassembly of the divide and conquer. Eliminating a block joins the nodes
/// on both sides of it; the blocks that it couples are the handles of the result. The factors are L
/// D U without pivoting, which quasidefinite matrices (positive blocks of joints, negative ones of
/// bodies) allow in any order.
///
/// Threads process whole subtrees; their contributions to the few blocks above are subtracted
/// afterwards in the order of one thread, so results are bit-identical for any number of threads.
template <typename S>
class BlockElimination {
public:
    /// Rows of the later block, columns of the earlier one in the order of elimination, row-major.
    struct Place {
        S* values = nullptr;
        S* upper = nullptr;    ///< transpose of the block above the diagonal, the same shape
        bool swapped = false;  ///< the second block requested is the later one
    };

    /// Chooses the order (see `eliminationOrder`) and sizes every buffer.
    /// @param threads number of threads
    void analyse(const std::vector<EliminationBlock>& blocks,
                 const std::vector<std::pair<int, int>>& couplings, int threads);
    /// Location of block (a, b) of A; valid until the next `analyse`.
    Place at(int a, int b);

    /// A block of A as a node of the assembly tree.
    struct Node {
        int block = 0;
        int parent = -1;  ///< position in `nodes` of the parent, -1 for roots
    };
    std::vector<Node> nodes() const;  ///< in the order of elimination
    /// Traces every block from now on, with pieces and nodes numbered as in `nodes`; null ends
    /// tracing.
    void trace(Tracer* tracer) { tracer_ = tracer; }

    /// Eliminates the blocks of A from the leaves of the assembly tree to its root. If A is
    /// symmetric, its `upper` blocks are ignored.
    /// @param fill fill(a) adds block (a, a) of A and all (a, b) with b later, to zeros
    template <typename Fill>
    void factorise(Workers& workers, bool symmetric, const Fill& fill) {
        symmetric_ = symmetric;
        begin(index3::assembly);
        forEachShare(workers, [&](const std::vector<std::size_t>& columns) {
            for (const std::size_t k : columns) assemble(k, fill);
            for (const std::size_t k : columns) eliminate(k);
        });
        for (const std::size_t k : top_)
            if (columns_[k].owner < 0) assemble(k, fill);
        for (const std::size_t k : top_) {
            if (columns_[k].owner < 0)
                eliminate(k);
            else
                updateTop(columns_[k]);
        }
    }

    /// From the leaves to the root and back.
    /// @param load load(a, b_a) writes the rows of block a
    /// @param take take(a, x_a) reads them
    template <typename Load, typename Take>
    void solve(Workers& workers, const Load& load, const Take& take) {
        const auto loadColumn = [&](std::size_t k) {
            load(columns_[k].block, x_.data() + columns_[k].row);
        };
        const auto finish = [&](std::size_t k) {
            substituteBack(k);
            take(columns_[k].block, x_.data() + columns_[k].row);
        };
        begin(index3::inward);
        forEachShare(workers, [&](const std::vector<std::size_t>& columns) {
            for (const std::size_t k : columns) loadColumn(k);
            for (const std::size_t k : columns) substitute(k);
        });
        for (const std::size_t k : top_)
            if (columns_[k].owner < 0) loadColumn(k);
        for (const std::size_t k : top_) {
            if (columns_[k].owner < 0)
                substitute(k);
            else
                substituteTop(columns_[k]);
        }
        begin(index3::outward);
        for (std::size_t i = top_.size(); i-- > 0;)
            if (columns_[top_[i]].owner < 0) finish(top_[i]);
        forEachShare(workers, [&](const std::vector<std::size_t>& columns) {
            for (std::size_t i = columns.size(); i-- > 0;) finish(columns[i]);
        });
    }

private:
    struct Below {
        std::size_t column = 0;  ///< of the coupled block, later than this
        std::size_t values = 0;  ///< offset of the coupling block
    };
    struct Column {
        int block = 0, size = 0, row = 0;
        int owner = 0;          ///< thread that eliminates it, -1 for the top
        std::size_t pivot = 0;  ///< offset of the diagonal block, after `factorise` its L D U
        std::size_t firstBelow = 0, firstTop = 0, lastBelow = 0;  ///< top: from `firstTop`
        std::size_t firstTarget = 0;  ///< of the updates of pairs below, row by row
        int commonSize = 0;           ///< size of all blocks below if equal to this one's
    };
    template <typename F>
    void forEachShare(Workers& workers, const F& f) {
        workers.forEach(static_cast<int>(shares_.size()),
                        [&](int share) { f(shares_[static_cast<std::size_t>(share)]); });
    }
    template <typename Fill>
    void assemble(std::size_t k, const Fill& fill) {
        clear(columns_[k]);
        fill(columns_[k].block);
    }
    void begin(const TracedPass& pass) {
        if (tracer_ != nullptr) tracer_->open(pass, static_cast<int>(columns_.size()));
    }
    /// Processes one column, and reports its results to a trace.
    template <typename Run, typename Report>
    void piece(std::size_t k, const Run& run, const Report& report) {
        const int index = static_cast<int>(k);
        tracer_ == nullptr ? run() : tracer_->piece(index, index, run, report);
    }
    void eliminate(std::size_t k) {
        piece(
            k, [&] { eliminate(columns_[k]); }, [&](TraceSink& sink) { reportFactors(sink, k); });
    }
    void substitute(std::size_t k) {
        piece(
            k, [&] { substitute(columns_[k]); },
            [&](TraceSink& sink) { reportRows(sink, index3::right, "β", k); });
    }
    void substituteBack(std::size_t k) {
        piece(
            k, [&] { substituteBack(columns_[k]); },
            [&](TraceSink& sink) { reportRows(sink, index3::multipliers, "y", k); });
    }
    void reportFactors(TraceSink& sink, std::size_t k) const;
    void reportRows(TraceSink& sink, const TracedEquation& equation, std::string_view symbol,
                    std::size_t k) const;
    std::size_t position(int block) const { return position_[static_cast<std::size_t>(block)]; }
    void layOut(const std::vector<int>& sizes, const std::vector<int>& blocks,
                const std::vector<std::vector<int>>& below, const std::vector<int>& owner);
    void listShares(int threads);
    std::size_t offset(std::size_t later, std::size_t earlier) const;
    void clear(const Column& column);
    void eliminate(const Column& column);
    void updateTop(const Column& column);
    void substitute(const Column& column);
    void substituteTop(const Column& column);
    void substituteBack(const Column& column);
    template <int N, int R, bool symmetric>
    void scaleAndUpdate(const Column& column);
    template <int N, int R, bool symmetric>
    void update(const Column& column, std::size_t j, std::size_t k);
    template <int N>
    void forward(const Column& column, std::size_t first, std::size_t last);
    template <int N>
    void backward(const Column& column);
    const S* above() const { return symmetric_ ? values_.data() : upper_.data(); }

    std::vector<std::size_t> position_;             ///< [blocks] column of each
    std::vector<Column> columns_;                   ///< in the order of elimination
    std::vector<std::vector<std::size_t>> shares_;  ///< [threads] columns, ascending
    std::vector<std::size_t> top_;  ///< columns of the top and those that update it, ascending
    std::vector<Below> below_;
    std::vector<std::size_t> targets_;  ///< offsets of the blocks that pairs below update
    /// A; after `factorise` L D U of the blocks on the diagonal and, if A is symmetric, the
    /// transposes of those above it divided by L.
    std::vector<S> values_;
    std::vector<S> upper_;        ///< the same transposes, if A is not symmetric
    std::vector<S> factor_;       ///< blocks below the diagonal divided by D U
    std::vector<S> x_, scratch_;  ///< [rows]
    bool symmetric_ = true;
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
