// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_elimination.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <type_traits>

namespace momentree {
namespace {

/// Order of least degree, counted in rows; `fill` receives what each block couples when its turn
/// comes.
std::vector<int> leastDegreeOrder(const std::vector<int>& sizes,
                                  const std::vector<std::pair<int, int>>& couplings,
                                  std::vector<char> late, std::vector<std::vector<int>>& fill) {
    constexpr int never = 1'000'000'000;
    const std::size_t n = sizes.size();
    std::vector<std::set<int>> graph(n);
    for (const auto& [a, b] : couplings) {
        graph[static_cast<std::size_t>(a)].insert(b);
        graph[static_cast<std::size_t>(b)].insert(a);
    }
    const auto degree = [&](int i) {
        int rows = late[static_cast<std::size_t>(i)] ? never : 0;
        for (const int k : graph[static_cast<std::size_t>(i)])
            rows += sizes[static_cast<std::size_t>(k)];
        return rows;
    };
    std::set<std::pair<int, int>> queue;  // degree, block
    std::vector<int> degrees(n);
    for (int i = 0; i < static_cast<int>(n); ++i)
        queue.emplace(degrees[static_cast<std::size_t>(i)] = degree(i), i);

    std::vector<int> order;
    fill.resize(n);
    while (!queue.empty()) {
        const int i = queue.begin()->second;
        queue.erase(queue.begin());
        order.push_back(i);
        const std::set<int> around = std::move(graph[static_cast<std::size_t>(i)]);
        fill[static_cast<std::size_t>(i)].assign(around.begin(), around.end());
        for (const int k : around) {
            std::set<int>& neighbours = graph[static_cast<std::size_t>(k)];
            neighbours.insert(around.begin(), around.end());
            neighbours.erase(i);
            neighbours.erase(k);
            queue.erase({degrees[static_cast<std::size_t>(k)], k});
            late[static_cast<std::size_t>(k)] = 0;
            queue.emplace(degrees[static_cast<std::size_t>(k)] = degree(k), k);
        }
    }
    return order;
}

/// Inverse of a matrix, row-major, by sweeps without pivoting. N = 0: the size is `size`.
template <int N>
void invert(double* A, int size) {
    const int n = N > 0 ? N : size;
    for (int k = 0; k < n; ++k) {
        const double pivot = 1.0 / A[k * n + k];
        for (int j = 0; j < n; ++j) A[k * n + j] *= pivot;
        A[k * n + k] = pivot;
        for (int i = 0; i < n; ++i) {
            if (i == k) continue;
            const double f = A[i * n + k];
            A[i * n + k] = 0.0;
            for (int j = 0; j < n; ++j) A[i * n + j] -= f * A[k * n + j];
        }
    }
}

/// W [rows x n] = A [rows x n] inverse [n x n]. R = 0: they are not R x R.
template <int N, int R>
void scale(const double* A, const double* inverse, double* W, int rows, int size) {
    const int n = N > 0 ? N : size;
    for (int r = 0; r < (R > 0 ? R : rows); ++r) {
        for (int c = 0; c < n; ++c) {
            double sum = 0.0;
            for (int k = 0; k < n; ++k) sum += A[r * n + k] * inverse[k * n + c];
            W[r * n + c] = sum;
        }
    }
}

/// out [rows x columns] -= W [rows x n] A^T [n x columns].
template <int N, int R>
void update(const double* W, const double* A, double* out, int rows, int columns, int size) {
    const int n = N > 0 ? N : size;
    const int width = R > 0 ? R : columns;
    for (int r = 0; r < (R > 0 ? R : rows); ++r) {
        for (int c = 0; c < width; ++c) {
            double sum = 0.0;
            for (int k = 0; k < n; ++k) sum += W[r * n + k] * A[c * n + k];
            out[r * width + c] -= sum;
        }
    }
}

}  // namespace

void BlockElimination::analyse(const std::vector<int>& sizes,
                               const std::vector<std::pair<int, int>>& couplings,
                               const std::vector<char>& late) {
    std::vector<std::vector<int>> fill;
    const std::vector<int> order = leastDegreeOrder(sizes, couplings, late, fill);
    position_.resize(sizes.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        position_[static_cast<std::size_t>(order[k])] = k;
    layOut(sizes, fill, order);
    for (Column& column : columns_) {
        column.firstTarget = targets_.size();
        for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j)
            for (std::size_t k = column.firstBelow; k <= j; ++k)
                targets_.push_back(offset(below_[j].column, below_[k].column));
    }
}

void BlockElimination::layOut(const std::vector<int>& sizes,
                              const std::vector<std::vector<int>>& fill,
                              const std::vector<int>& order) {
    columns_.clear();
    below_.clear();
    targets_.clear();
    rows_ = 0;
    std::size_t values = 0;
    const auto reserve = [&](int rows, int columns) {
        const std::size_t at = values;
        values += static_cast<std::size_t>(rows * columns);
        return at;
    };
    for (const int block : order) {
        Column column;
        column.size = sizes[static_cast<std::size_t>(block)];
        column.row = rows_;
        rows_ += column.size;
        column.pivot = reserve(column.size, column.size);
        column.firstBelow = below_.size();
        bool common = true;
        for (const int other : fill[static_cast<std::size_t>(block)]) {
            const int size = sizes[static_cast<std::size_t>(other)];
            below_.push_back({position(other), 0});
            common = common && size == column.size;
        }
        column.lastBelow = below_.size();
        column.commonSize = common ? column.size : 0;
        const auto first = below_.begin() + static_cast<std::ptrdiff_t>(column.firstBelow);
        std::sort(first, below_.end(),
                  [](const Below& a, const Below& b) { return a.column < b.column; });
        for (auto below = first; below != below_.end(); ++below)
            below->values =
                reserve(sizes[static_cast<std::size_t>(order[below->column])], column.size);
        columns_.push_back(column);
    }
    values_.assign(values, 0.0);
    upper_.assign(values, 0.0);
    factor_.assign(values, 0.0);
    scratch_.assign(static_cast<std::size_t>(sizes.empty() ? 0 : *std::ranges::max_element(sizes)),
                    0.0);
}

std::size_t BlockElimination::offset(std::size_t later, std::size_t earlier) const {
    const Column& column = columns_[earlier];
    if (later == earlier) return column.pivot;
    std::size_t k = column.firstBelow;
    while (below_[k].column != later) ++k;
    return below_[k].values;
}

BlockElimination::Place BlockElimination::at(int a, int b) {
    const std::size_t first = position(a), second = position(b);
    const bool swapped = first < second;
    const std::size_t place = swapped ? offset(second, first) : offset(first, second);
    return {values_.data() + place, upper_.data() + place, swapped};
}

void BlockElimination::clear() {
    std::fill(values_.begin(), values_.end(), 0.0);
    std::fill(upper_.begin(), upper_.end(), 0.0);
}

template <int N, int R, bool symmetric>
void BlockElimination::eliminate(const Column& column) {
    double* const pivot = values_.data() + column.pivot;
    const double* const above = symmetric ? values_.data() : upper_.data();
    invert<N>(pivot, column.size);
    const std::size_t* target = targets_.data() + column.firstTarget;
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const int rows = R > 0 ? R : columns_[below_[j].column].size;
        double* const W = factor_.data() + below_[j].values;
        scale<N, R>(values_.data() + below_[j].values, pivot, W, rows, column.size);
        for (std::size_t k = column.firstBelow; k <= j; ++k, ++target) {
            const int columns = R > 0 ? R : columns_[below_[k].column].size;
            update<N, R>(W, above + below_[k].values, values_.data() + *target, rows, columns,
                         column.size);
            if (symmetric || k == j) continue;
            update<N, R>(above + below_[j].values, factor_.data() + below_[k].values,
                         upper_.data() + *target, rows, columns, column.size);
        }
    }
}

template <int N>
void BlockElimination::forward(const Column& column, double* x) const {
    const int n = N > 0 ? N : column.size;
    const double* const own = x + column.row;
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const Column& other = columns_[below_[j].column];
        const double* const W = factor_.data() + below_[j].values;
        double* const out = x + other.row;
        for (int r = 0; r < other.size; ++r) {
            double sum = 0.0;
            for (int k = 0; k < n; ++k) sum += W[r * n + k] * own[k];
            out[r] -= sum;
        }
    }
}

template <int N>
void BlockElimination::backward(const Column& column, double* x) {
    const int n = N > 0 ? N : column.size;
    double* const own = x + column.row;
    const double* const inverse = values_.data() + column.pivot;
    std::array<double, (N > 0 ? N : 1)> few;
    double* const sum = N > 0 ? few.data() : scratch_.data();
    std::copy(own, own + n, sum);
    for (std::size_t j = column.firstBelow; j < column.lastBelow; ++j) {
        const Column& other = columns_[below_[j].column];
        const double* const U = above() + below_[j].values;
        const double* const in = x + other.row;
        for (int r = 0; r < other.size; ++r)
            for (int k = 0; k < n; ++k) sum[k] -= U[r * n + k] * in[r];
    }
    for (int r = 0; r < n; ++r) {
        double value = 0.0;
        for (int k = 0; k < n; ++k) value += inverse[r * n + k] * sum[k];
        own[r] = value;
    }
}

namespace {

/// Calls `f` with the block size as a constant where it is a usual one, else with 0.
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

void BlockElimination::factorise(bool symmetric) {
    symmetric_ = symmetric;
    for (const Column& column : columns_)
        withSize(column.size, [&](auto n) {
            constexpr int N = n();
            const bool common = column.commonSize > 0;
            if (symmetric)
                common ? eliminate<N, N, true>(column) : eliminate<N, 0, true>(column);
            else
                common ? eliminate<N, N, false>(column) : eliminate<N, 0, false>(column);
        });
}

void BlockElimination::solve(double* x) {
    for (const Column& column : columns_)
        withSize(column.size, [&](auto n) { forward<n()>(column, x); });
    for (auto column = columns_.rbegin(); column != columns_.rend(); ++column)
        withSize(column->size, [&](auto n) { backward<n()>(*column, x); });
}

}  // namespace momentree
