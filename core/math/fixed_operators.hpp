// SPDX-License-Identifier: Apache-2.0
// Sums, differences and products of matrices of fixed size as plain loops. Eigen's own operators
// make a type of every expression, and each costs the compiler some forty functions; these are
// chosen in their place for matrices, blocks, maps and transposes whose sizes are known to the
// compiler.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace momentree {

namespace fixed {

/// Where the coefficients of a matrix of fixed size are; `exists` for what takes part in operators.
template <typename T>
struct View {
    static constexpr bool exists = false;
};

/// Coefficients without gaps, by columns or by rows. `columnsDense`: those of a column follow each
/// other.
template <typename S, int R, int C, int Order>
struct DenseView {
    static constexpr bool exists = true;
    using Scalar = S;
    static constexpr int rows = R, cols = C;
    static constexpr bool byRows = (Order & Eigen::RowMajor) != 0;
    static constexpr int down = byRows ? C : 1, across = byRows ? 1 : R;  // NOLINT: one of one row
    static constexpr bool columnsDense = down == 1, rowsDense = across == 1;
    const S* x;
    template <typename M>
    explicit DenseView(const M& m) : x(m.data()) {}
    const S& operator()(int i, int j) const { return x[i * down + j * across]; }
};

template <typename S, int R, int C, int Order>
requires(R > 0 && C > 0) struct View<Eigen::Matrix<S, R, C, Order, R, C>>
    : DenseView<S, R, C, Order> {
    using DenseView<S, R, C, Order>::DenseView;
};

template <typename S, int R, int C, int Order>
requires(R > 0 && C > 0) struct View<Eigen::Map<const Eigen::Matrix<S, R, C, Order, R, C>>>
    : DenseView<S, R, C, Order> {
    using DenseView<S, R, C, Order>::DenseView;
};

template <typename M, int R, int C, bool Panel>
requires(R > 0 && C > 0 &&
         bool(Eigen::internal::traits<M>::Flags &
              Eigen::DirectAccessBit)) struct View<Eigen::Block<M, R, C, Panel>> {
    static constexpr bool exists = true;
    using Scalar = typename M::Scalar;
    static constexpr int rows = R, cols = C;
    static constexpr bool dense = M::InnerStrideAtCompileTime == 1;
    static constexpr bool columnsDense = dense && !M::IsRowMajor,
                          rowsDense = dense && M::IsRowMajor;
    const Scalar* x;
    Eigen::Index down, across;
    explicit View(const Eigen::Block<M, R, C, Panel>& m)
        : x(m.data()), down(m.rowStride()), across(m.colStride()) {}
    const Scalar& operator()(int i, int j) const { return x[i * down + j * across]; }
};

template <typename M, int Size>
requires(Size > 0 && bool(Eigen::internal::traits<M>::Flags &
                          Eigen::DirectAccessBit)) struct View<Eigen::VectorBlock<M, Size>> {
    static constexpr bool exists = true;
    using Scalar = typename M::Scalar;
    static constexpr int rows = M::ColsAtCompileTime == 1 ? Size : 1;
    static constexpr int cols = M::ColsAtCompileTime == 1 ? 1 : Size;
    static constexpr bool dense = M::InnerStrideAtCompileTime == 1;
    static constexpr bool columnsDense = dense && cols == 1, rowsDense = dense && rows == 1;
    const Scalar* x;
    Eigen::Index step;
    explicit View(const Eigen::VectorBlock<M, Size>& m) : x(m.data()), step(m.innerStride()) {}
    const Scalar& operator()(int i, int j) const { return x[(i + j) * step]; }
};

template <typename M>
requires View<std::remove_const_t<M>>::exists struct View<Eigen::Transpose<M>> {
    using Inner = View<std::remove_const_t<M>>;
    static constexpr bool exists = true;
    using Scalar = typename Inner::Scalar;
    static constexpr int rows = Inner::cols, cols = Inner::rows;
    static constexpr bool columnsDense = Inner::rowsDense, rowsDense = Inner::columnsDense;
    Inner inner;
    explicit View(const Eigen::Transpose<M>& m) : inner(m.nestedExpression()) {}
    const Scalar& operator()(int i, int j) const { return inner(j, i); }
};

template <typename T>
concept Matrix = View<T>::exists;

template <typename A, typename B>
inline constexpr bool sameScalar =
    std::is_same_v<typename View<A>::Scalar, typename View<B>::Scalar>;
template <typename A, typename B>
inline constexpr bool sameSizes = View<A>::rows == View<B>::rows&& View<A>::cols == View<B>::cols;
template <typename A, typename B>
inline constexpr bool innerSizesMatch = View<A>::cols == View<B>::rows;
template <typename T, typename A>
inline constexpr bool isFactor =
    std::is_integral_v<T> || std::is_same_v<T, typename View<A>::Scalar>;

template <typename A, typename B>
concept Summands = Matrix<A> && Matrix<B> && sameScalar<A, B> && sameSizes<A, B>;
template <typename A, typename B>
concept Factors = Matrix<A> && Matrix<B> && sameScalar<A, B> && innerSizesMatch<A, B>;

template <typename A>
using Plain = Eigen::Matrix<typename View<A>::Scalar, View<A>::rows, View<A>::cols>;
template <typename A, typename B>
using Product = Eigen::Matrix<typename View<A>::Scalar, View<A>::rows, View<B>::cols>;

/// N numbers in a register of the processor.
template <typename S, int N>
struct Pack {
    using Type [[gnu::vector_size(N * sizeof(S)), gnu::aligned(alignof(S)), gnu::may_alias]] = S;
    static const Type& at(const S& first) { return reinterpret_cast<const Type&>(first); }
    static Type& at(S& first) { return reinterpret_cast<Type&>(first); }
};

/// Columns of 3 to 5 coefficients, of which the compiler's own loops use no registers of several
/// numbers.
template <typename X>
inline constexpr bool isShort = std::is_floating_point_v<typename X::Scalar> &&
                                sizeof(typename X::Scalar) <= 8 && X::rows >= 3 && X::rows <= 5;
/// Dot products of six numbers each. A product of two matrices with six rows is faster by columns.
template <typename X, typename Y>
inline constexpr bool isDots = X::rowsDense&& Y::columnsDense&& X::cols == 6 &&
                               std::is_same_v<typename X::Scalar, double> &&
                               (Y::cols == 1 || X::rows == 1);

[[gnu::always_inline]] inline double dot6(const double& a, const double& b) {
    using Pack4 = Pack<double, 4>;
    using Pack2 = Pack<double, 2>;
    const typename Pack4::Type first = Pack4::at(a) * Pack4::at(b);
    const typename Pack2::Type sum = Pack2::at((&a)[4]) * Pack2::at((&b)[4]) +
                                     __builtin_shufflevector(first, first, 0, 1) +
                                     __builtin_shufflevector(first, first, 2, 3);
    return sum[0] + sum[1];
}

/// Column j of a product.
template <typename X, typename Y, typename S>
[[gnu::always_inline]] inline void multiplyColumn(const X& x, const Y& y, int j, S* column) {
    if constexpr (isDots<X, Y>) {
        for (int i = 0; i < X::rows; ++i) column[i] = dot6(x(i, 0), y(0, j));
    } else if constexpr (isShort<X> && X::columnsDense) {
        using P = Pack<S, X::rows / 2 * 2>;
        typename P::Type sum = P::at(x(0, 0)) * y(0, j);
        for (int k = 1; k < X::cols; ++k) sum += P::at(x(0, k)) * y(k, j);
        P::at(*column) = sum;
        if constexpr (X::rows % 2 == 1) {
            constexpr int last = X::rows - 1;
            S rest = x(last, 0) * y(0, j);
            for (int k = 1; k < X::cols; ++k) rest += x(last, k) * y(k, j);
            column[last] = rest;
        }
    } else {
        // Sums in memory of their own: the compiler keeps them in registers.
        S sum[X::rows];
        for (int i = 0; i < X::rows; ++i) sum[i] = x(i, 0) * y(0, j);
        for (int k = 1; k < X::cols; ++k)
            for (int i = 0; i < X::rows; ++i) sum[i] += x(i, k) * y(k, j);
        for (int i = 0; i < X::rows; ++i) column[i] = sum[i];
    }
}

}  // namespace fixed

template <typename A, typename B>
requires fixed::Summands<A, B>
[[gnu::always_inline]] inline fixed::Plain<A> operator+(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    fixed::Plain<A> sum;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) sum.coeffRef(i, j) = x(i, j) + y(i, j);
    return sum;
}

template <typename A, typename B>
requires fixed::Summands<A, B>
[[gnu::always_inline]] inline fixed::Plain<A> operator-(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    fixed::Plain<A> difference;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) difference.coeffRef(i, j) = x(i, j) - y(i, j);
    return difference;
}

template <fixed::Matrix A>
[[gnu::always_inline]] inline fixed::Plain<A> operator-(const A& a) {
    const fixed::View<A> x(a);
    fixed::Plain<A> opposite;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) opposite.coeffRef(i, j) = -x(i, j);
    return opposite;
}

template <typename T, fixed::Matrix A>
requires fixed::isFactor<T, A>
[[gnu::always_inline]] inline fixed::Plain<A> operator*(const T& factor, const A& a) {
    const typename fixed::View<A>::Scalar s(factor);
    const fixed::View<A> x(a);
    fixed::Plain<A> multiple;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) multiple.coeffRef(i, j) = s * x(i, j);
    return multiple;
}

template <fixed::Matrix A, typename T>
requires fixed::isFactor<T, A>
[[gnu::always_inline]] inline fixed::Plain<A> operator*(const A& a, const T& factor) {
    return factor * a;
}

template <typename A, typename B>
requires fixed::Factors<A, B>
[[gnu::always_inline]] inline fixed::Product<A, B> operator*(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    if constexpr (fixed::isShort<fixed::View<A>> && x.rowsDense && !x.columnsDense && y.cols > 1) {
        fixed::Plain<A> byColumns;
        for (int j = 0; j < x.cols; ++j)
            for (int i = 0; i < x.rows; ++i) byColumns.coeffRef(i, j) = x(i, j);
        return byColumns * b;
    } else {
        fixed::Product<A, B> product;
        for (int j = 0; j < y.cols; ++j)
            fixed::multiplyColumn(x, y, j, product.data() + j * x.rows);
        return product;
    }
}

}  // namespace momentree
