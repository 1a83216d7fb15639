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

/// Coefficients without gaps, by columns or by rows.
template <typename S, int R, int C, int Order>
struct DenseView {
    static constexpr bool exists = true;
    using Scalar = S;
    static constexpr int rows = R, cols = C;
    static constexpr int down = Order & Eigen::RowMajor ? C : 1;
    static constexpr int across = Order & Eigen::RowMajor ? 1 : R;
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

}  // namespace fixed

template <typename A, typename B>
requires fixed::Summands<A, B>
inline fixed::Plain<A> operator+(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    fixed::Plain<A> sum;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) sum.coeffRef(i, j) = x(i, j) + y(i, j);
    return sum;
}

template <typename A, typename B>
requires fixed::Summands<A, B>
inline fixed::Plain<A> operator-(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    fixed::Plain<A> difference;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) difference.coeffRef(i, j) = x(i, j) - y(i, j);
    return difference;
}

template <fixed::Matrix A>
inline fixed::Plain<A> operator-(const A& a) {
    const fixed::View<A> x(a);
    fixed::Plain<A> opposite;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) opposite.coeffRef(i, j) = -x(i, j);
    return opposite;
}

template <typename T, fixed::Matrix A>
requires fixed::isFactor<T, A>
inline fixed::Plain<A> operator*(const T& factor, const A& a) {
    const typename fixed::View<A>::Scalar s(factor);
    const fixed::View<A> x(a);
    fixed::Plain<A> multiple;
    for (int j = 0; j < x.cols; ++j)
        for (int i = 0; i < x.rows; ++i) multiple.coeffRef(i, j) = s * x(i, j);
    return multiple;
}

template <fixed::Matrix A, typename T>
requires fixed::isFactor<T, A>
inline fixed::Plain<A> operator*(const A& a, const T& factor) { return factor * a; }

template <typename A, typename B>
requires fixed::Factors<A, B>
inline fixed::Product<A, B> operator*(const A& a, const B& b) {
    const fixed::View<A> x(a);
    const fixed::View<B> y(b);
    fixed::Product<A, B> product;
    for (int j = 0; j < y.cols; ++j) {
        for (int i = 0; i < x.rows; ++i) product.coeffRef(i, j) = x(i, 0) * y(0, j);
        for (int k = 1; k < x.cols; ++k)
            for (int i = 0; i < x.rows; ++i) product.coeffRef(i, j) += x(i, k) * y(k, j);
    }
    return product;
}

}  // namespace momentree
