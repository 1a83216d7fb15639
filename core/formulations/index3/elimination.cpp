// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/elimination.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

/// L D U of a matrix, row-major, without pivoting: L below the diagonal, reciprocals of D, D U
/// above. An inverse would have the rounding errors of its largest entries, those of redundant
/// rows, in all others, and carry them into the blocks below. N = 0: size given by `size`.
template <int N, typename S>
void factorisePivot(S* A, int size) {
    const int n = N > 0 ? N : size;
    for (int k = 0; k < n; ++k) {
        const S pivot = S(1) / A[k * n + k];
        A[k * n + k] = pivot;
        for (int i = k + 1; i < n; ++i) {
            const S f = A[i * n + k] *= pivot;
            for (int j = k + 1; j < n; ++j) A[i * n + j] -= f * A[k * n + j];
        }
    }
}

/// x = L^-1 x.
template <int N, typename S>
void solveLower(const S* pivot, S* x, int size) {
    const int n = N > 0 ? N : size;
    for (int r = 1; r < n; ++r)
        for (int k = 0; k < r; ++k) x[r] -= pivot[r * n + k] * x[k];
}

/// x = (D U)^-1 x.
template <int N, typename S>
void solveUpper(const S* pivot, S* x, int size) {
    const int n = N > 0 ? N : size;
    for (int r = n - 1; r >= 0; --r) {
        for (int k = r + 1; k < n; ++k) x[r] -= pivot[r * n + k] * x[k];
        x[r] *= pivot[r * n + r];
    }
}

/// W [rows x n] = A [rows x n] (D U)^-1.
template <int N, typename S>
void divideByUpper(const S* pivot, const S* A, S* W, int rows, int size) {
    const int n = N > 0 ? N : size;
    for (int r = 0; r < rows; ++r) {
        S* const w = W + r * n;
        for (int c = 0; c < n; ++c) {
            S sum = A[r * n + c];
            for (int k = 0; k < c; ++k) sum -= w[k] * pivot[k * n + c];
            w[c] = sum * pivot[c * n + c];
        }
    }
}

/// W = A D^-1.
template <int N, typename S>
void divideByDiagonal(const S* pivot, const S* A, S* W, int rows, int size) {
    const int n = N > 0 ? N : size;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < n; ++c) W[r * n + c] = A[r * n + c] * pivot[c * n + c];
}

/// out [rows x columns] -= W [rows x n] A^T [n x columns].
template <int N, int R, typename S>
void subtractProduct(const S* W, const S* A, S* out, int rows, int columns, int size) {
    const int n = N > 0 ? N : size;
    const int width = R > 0 ? R : columns;
    for (int r = 0; r < (R > 0 ? R : rows); ++r) {
        for (int c = 0; c < width; ++c) {
            S sum(0);
            for (int k = 0; k < n; ++k) sum += W[r * n + k] * A[c * n + k];
            out[r * width + c] -= sum;
        }
    }
}

/// Calls `f` with the block size as a constant if it is a common one, otherwise with 0.
template <typename F>
void withSize(int size, F&& f) {
    switch (size) {
        case 1:
            return f(std::integral_constant<int, 1>());
        case 3:
            return f(std::integral_constant<int, 3>());
        case 4:
            return f(std::integral_constant<int, 4>());
        case 5:
            return f(std::integral_constant<int, 5>());
        case 6:
            return f(std::integral_constant<int, 6>());
        default:
            return f(std::integral_constant<int, 0>());
    }
}

}  // namespace

template <typename S>
void BlockElimination<S>::analyse(const std::vector<EliminationBlock>& blocks,
                                  const std::vector<std::pair<int, int>>& couplings, int threads) {
    const EliminationOrder order = eliminationOrder(blocks, couplings);
    std::vector<int> sizes;
    for (const EliminationBlock& block : blocks) sizes.push_back(block.rows);
    position_.resize(sizes.size());
    for (std::size_t k = 0; k < order.blocks.size(); ++k)
        position_[static_cast<std::size_t>(order.blocks[k])] = k;
    layOut(sizes, order.blocks, order.below, shareOut(order, sizes, threads));
    listShares(threads);
    targets_.clear();
    for (Column& column : columns_) {
        column.firstTarget = targets_.size();
        for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j)
            for (std::size_t k = column.firstBelow; k <= j; ++k)
                targets_.push_back(offset(below_[j].column, below_[k].column));
    }
}

template <typename S>
std::vector<typename BlockElimination<S>::Node> BlockElimination<S>::nodes() const {
    std::vector<Node> nodes;
    for (const Column& column : columns_) {
        Node node{column.block, -1};
        if (column.lastBelow > column.firstBelow)
            node.parent = static_cast<int>(below_[column.firstBelow].column);
        nodes.push_back(node);
    }
    return nodes;
}

template <typename S>
void BlockElimination<S>::reportFactors(TraceSink& sink, std::size_t k) const {
    using Block = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Eigen::MatrixXd;
    const Column& column = columns_[k];
    const auto block = [](const S* values, int rows, int columns) -> MatrixXd {
        return Eigen::Map<const Block>(values, rows, columns).template cast<double>();
    };
    const MatrixXd pivot = block(values_.data() + column.pivot, column.size, column.size);
    const MatrixXd lower = pivot.triangularView<Eigen::UnitLower>();
    MatrixXd upper = pivot.triangularView<Eigen::Upper>();
    upper.diagonal() = pivot.diagonal().cwiseInverse();
    sink(index3::pivot, "C", inverseOf(lower.lazyProduct(upper)));
    const MatrixXd lowerInverse = inverseOf(lower);
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const MatrixXd factor =
            block(factor_.data() + below_[j].values, columns_[below_[j].column].size, column.size);
        sink(index3::coupling, "D_kj C", factor.lazyProduct(lowerInverse).eval());
    }
}

template <typename S>
void BlockElimination<S>::reportRows(TraceSink& sink, const TracedEquation& equation,
                                     std::string_view symbol, std::size_t k) const {
    using Rows = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    sink(equation, symbol, Eigen::Map<const Rows>(x_.data() + columns_[k].row, columns_[k].size));
}

template <typename S>
void BlockElimination<S>::layOut(const std::vector<int>& sizes, const std::vector<int>& blocks,
                                 const std::vector<std::vector<int>>& below,
                                 const std::vector<int>& owner) {
    columns_.clear();
    below_.clear();
    int rows = 0;
    std::size_t values = 0;
    const auto reserve = [&](int height, int width) {
        const std::size_t at = values;
        values += static_cast<std::size_t>(height * width);
        return at;
    };
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        Column column{.block = blocks[k], .row = rows, .owner = owner[k]};
        column.size = sizes[static_cast<std::size_t>(column.block)];
        rows += column.size;
        column.pivot = reserve(column.size, column.size);
        column.firstBelow = column.firstTop = below_.size();
        bool common = true;
        for (const int other : below[k]) {
            const auto at = static_cast<std::size_t>(other);
            const int size = sizes[static_cast<std::size_t>(blocks[at])];
            below_.push_back({at, reserve(size, column.size)});
            common = common && size == column.size;
            if (owner[at] == owner[k]) column.firstTop = below_.size();
        }
        column.lastBelow = below_.size();
        column.commonSize = common ? column.size : 0;
        columns_.push_back(column);
    }
    for (auto* buffer : {&values_, &upper_, &factor_}) buffer->assign(values, S(0));
    for (auto* vector : {&x_, &scratch_}) vector->assign(static_cast<std::size_t>(rows), S(0));
}

template <typename S>
void BlockElimination<S>::listShares(int threads) {
    shares_.assign(static_cast<std::size_t>(threads), {});
    top_.clear();
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        const Column& column = columns_[k];
        if (column.owner >= 0) shares_[static_cast<std::size_t>(column.owner)].push_back(k);
        if (column.owner < 0 || column.firstTop < column.lastBelow) top_.push_back(k);
    }
}

template <typename S>
std::size_t BlockElimination<S>::offset(std::size_t later, std::size_t earlier) const {
    const Column& column = columns_[earlier];
    if (later == earlier) return column.pivot;
    std::size_t k = column.firstBelow;
    while (below_[k].column != later) ++k;
    return below_[k].values;
}

template <typename S>
typename BlockElimination<S>::Place BlockElimination<S>::at(int a, int b) {
    const std::size_t first = position(a), second = position(b);
    const bool swapped = first < second;
    const std::size_t place = swapped ? offset(second, first) : offset(first, second);
    return {values_.data() + place, upper_.data() + place, swapped};
}

template <typename S>
void BlockElimination<S>::clear(const Column& column) {
    std::size_t end = column.pivot + static_cast<std::size_t>(column.size * column.size);
    if (column.lastBelow > column.firstBelow) {
        const Below& last = below_[column.lastBelow - 1];
        end = last.values + static_cast<std::size_t>(columns_[last.column].size * column.size);
    }
    std::fill(values_.data() + column.pivot, values_.data() + end, S(0));
    if (!symmetric_) std::fill(upper_.data() + column.pivot, upper_.data() + end, S(0));
}

/// The pair (j, k) of blocks below, k <= j.
template <typename S>
template <int N, int R, bool symmetric>
void BlockElimination<S>::update(const Column& column, std::size_t j, std::size_t k) {
    const S* const above = symmetric ? values_.data() : upper_.data();
    const std::size_t row = j - column.firstBelow;
    const std::size_t target =
        targets_[column.firstTarget + row * (row + 1) / 2 + (k - column.firstBelow)];
    const int rows = R > 0 ? R : columns_[below_[j].column].size;
    const int columns = R > 0 ? R : columns_[below_[k].column].size;
    subtractProduct<N, R>(factor_.data() + below_[j].values, above + below_[k].values,
                          values_.data() + target, rows, columns, column.size);
    if (symmetric || k == j) return;
    subtractProduct<N, R>(above + below_[j].values, factor_.data() + below_[k].values,
                          upper_.data() + target, rows, columns, column.size);
}

template <typename S>
template <int N, int R, bool symmetric>
void BlockElimination<S>::scaleAndUpdate(const Column& column) {
    S* const pivot = values_.data() + column.pivot;
    factorisePivot<N>(pivot, column.size);
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const int rows = R > 0 ? R : columns_[below_[j].column].size;
        S* const below = values_.data() + below_[j].values;
        S* const above = symmetric ? below : upper_.data() + below_[j].values;
        S* const factor = factor_.data() + below_[j].values;
        for (int r = 0; r < rows; ++r)
            solveLower<N>(pivot, above + r * (N > 0 ? N : column.size), column.size);
        symmetric ? divideByDiagonal<N>(pivot, below, factor, rows, column.size)
                  : divideByUpper<N>(pivot, below, factor, rows, column.size);
        const std::size_t last = std::min(j + 1, column.firstTop);
        for (std::size_t k = column.firstBelow; k < last; ++k)
            update<N, R, symmetric>(column, j, k);
    }
}

template <typename S>
template <int N>
void BlockElimination<S>::forward(const Column& column, std::size_t first, std::size_t last) {
    if (first == last) return;
    const int n = N > 0 ? N : column.size;
    std::array<S, (N > 0 ? N : 1)> few;
    S* const own = N > 0 ? few.data() : scratch_.data() + column.row;
    std::copy_n(x_.data() + column.row, n, own);
    solveLower<N>(values_.data() + column.pivot, own, n);
    for (std::size_t j = first; j < last; ++j) {
        const Column& other = columns_[below_[j].column];
        const S* const W = factor_.data() + below_[j].values;
        S* const out = x_.data() + other.row;
        for (int r = 0; r < other.size; ++r) {
            S sum(0);
            for (int k = 0; k < n; ++k) sum += W[r * n + k] * own[k];
            out[r] -= sum;
        }
    }
}

template <typename S>
template <int N>
void BlockElimination<S>::backward(const Column& column) {
    const int n = N > 0 ? N : column.size;
    S* const own = x_.data() + column.row;
    const S* const pivot = values_.data() + column.pivot;
    solveLower<N>(pivot, own, n);
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const Column& other = columns_[below_[j].column];
        const S* const U = above() + below_[j].values;
        const S* const in = x_.data() + other.row;
        for (int r = 0; r < other.size; ++r)
            for (int k = 0; k < n; ++k) own[k] -= U[r * n + k] * in[r];
    }
    solveUpper<N>(pivot, own, n);
}

template <typename S>
void BlockElimination<S>::eliminate(const Column& column) {
    withSize(column.size, [&](auto n) {
        constexpr int N = n();
        const bool common = column.commonSize > 0;
        if (symmetric_)
            common ? scaleAndUpdate<N, N, true>(column) : scaleAndUpdate<N, 0, true>(column);
        else
            common ? scaleAndUpdate<N, N, false>(column) : scaleAndUpdate<N, 0, false>(column);
    });
}

/// Contribution of a column of a share to the top.
template <typename S>
void BlockElimination<S>::updateTop(const Column& column) {
    withSize(column.size, [&](auto n) {
        constexpr int N = n();
        const bool common = column.commonSize > 0;
        for (std::size_t j = column.firstTop; j < column.lastBelow; ++j)
            for (std::size_t k = column.firstTop; k <= j; ++k) {
                if (symmetric_)
                    common ? update<N, N, true>(column, j, k) : update<N, 0, true>(column, j, k);
                else
                    common ? update<N, N, false>(column, j, k) : update<N, 0, false>(column, j, k);
            }
    });
}

template <typename S>
void BlockElimination<S>::substitute(const Column& column) {
    withSize(column.size,
             [&](auto n) { forward<n()>(column, column.firstBelow, column.firstTop); });
}

template <typename S>
void BlockElimination<S>::substituteTop(const Column& column) {
    withSize(column.size, [&](auto n) { forward<n()>(column, column.firstTop, column.lastBelow); });
}

template <typename S>
void BlockElimination<S>::substituteBack(const Column& column) {
    withSize(column.size, [&](auto n) { backward<n()>(column); });
}

template class BlockElimination<double>;
template class BlockElimination<float>;

}  // namespace momentree
