// SPDX-License-Identifier: Apache-2.0
// A scalar for templates that holds several numbers, which undergo the same operations and fill a
// register that a single state would leave mostly idle.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "core/math/packed.hpp"

#if defined(__AVX2__) && defined(__GLIBC__)
#define MOMENTREE_VECTOR_SINES
#endif

namespace momentree {

template <typename T, int N>
struct Lanes {
    using Number = T;
    using Register [[gnu::vector_size(N * sizeof(T))]] = T;
    static constexpr int count = N;
    Register v;

    Lanes() = default;
    MOMENTREE_INLINE explicit Lanes(Register r) : v(r) {}
    // Compilers know that x - 0 is x; x + 0 differs for x = -0.
    MOMENTREE_INLINE Lanes(double x) : v(static_cast<T>(x) - Register{}) {}  // NOLINT: a scalar
    MOMENTREE_INLINE Lanes(float x) : v(static_cast<T>(x) - Register{}) {}   // NOLINT
    MOMENTREE_INLINE Lanes(int x) : v(static_cast<T>(x) - Register{}) {}     // NOLINT
    MOMENTREE_INLINE Lanes& operator+=(Lanes b) { return *this = *this + b; }
    MOMENTREE_INLINE Lanes& operator-=(Lanes b) { return *this = *this - b; }
    MOMENTREE_INLINE Lanes& operator*=(Lanes b) { return *this = *this * b; }
    MOMENTREE_INLINE Lanes& operator/=(Lanes b) { return *this = *this / b; }
    friend MOMENTREE_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(Register(a.v + b.v)); }
    friend MOMENTREE_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(Register(a.v - b.v)); }
    friend MOMENTREE_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(Register(a.v * b.v)); }
    friend MOMENTREE_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(Register(a.v / b.v)); }
    friend MOMENTREE_INLINE Lanes operator-(Lanes a) { return Lanes(Register(-a.v)); }
    // The first lane decides for all: what chooses pivots or ends iterations suits lanes that hold
    // neighbours of one state, and has to choose alike for them.
    friend MOMENTREE_INLINE bool operator<(Lanes a, Lanes b) { return a.v[0] < b.v[0]; }
    friend MOMENTREE_INLINE bool operator>(Lanes a, Lanes b) { return a.v[0] > b.v[0]; }
    friend MOMENTREE_INLINE bool operator==(Lanes a, Lanes b) { return a.v[0] == b.v[0]; }
    MOMENTREE_INLINE explicit operator double() const { return static_cast<double>(v[0]); }

    T* numbers() { return reinterpret_cast<T*>(&v); }
    const T* numbers() const { return reinterpret_cast<const T*>(&v); }
    /// Applies f to every lane.
    template <typename F>
    static Lanes each(Lanes a, F f) {
        for (int k = 0; k < N; ++k) a.v[k] = f(a.v[k]);
        return a;
    }
};

/// Rows of a 4 x 4 matrix become columns.
MOMENTREE_INLINE void transpose(Lanes<double, 4>::Register& a, Lanes<double, 4>::Register& b,
                                Lanes<double, 4>::Register& c, Lanes<double, 4>::Register& d) {
    const auto ab02 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const auto ab13 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const auto cd02 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const auto cd13 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab02, cd02, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab13, cd13, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab02, cd02, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab13, cd13, 2, 3, 6, 7);
}

#ifdef MOMENTREE_VECTOR_SINES
extern "C" {  // from the C library's libmvec: errors below 4 units in the last place
// NOLINTBEGIN: its names
Lanes<double, 4>::Register _ZGVdN4v_sin(Lanes<double, 4>::Register);
Lanes<double, 4>::Register _ZGVdN4v_cos(Lanes<double, 4>::Register);
Lanes<float, 8>::Register _ZGVdN8v_sinf(Lanes<float, 8>::Register);
Lanes<float, 8>::Register _ZGVdN8v_cosf(Lanes<float, 8>::Register);
#ifdef __AVX512F__
Lanes<double, 8>::Register _ZGVeN8v_sin(Lanes<double, 8>::Register);
Lanes<double, 8>::Register _ZGVeN8v_cos(Lanes<double, 8>::Register);
#endif
// NOLINTEND
}
#endif

template <typename T, int N>
Lanes<T, N> sin(Lanes<T, N> a) {
#ifdef MOMENTREE_VECTOR_SINES
    if constexpr (std::is_same_v<T, double> && N == 4) return Lanes<T, N>(_ZGVdN4v_sin(a.v));
    if constexpr (std::is_same_v<T, float> && N == 8) return Lanes<T, N>(_ZGVdN8v_sinf(a.v));
#ifdef __AVX512F__
    if constexpr (std::is_same_v<T, double> && N == 8) return Lanes<T, N>(_ZGVeN8v_sin(a.v));
#endif
#endif
    return Lanes<T, N>::each(a, [](T x) { return std::sin(x); });
}
template <typename T, int N>
Lanes<T, N> cos(Lanes<T, N> a) {
#ifdef MOMENTREE_VECTOR_SINES
    if constexpr (std::is_same_v<T, double> && N == 4) return Lanes<T, N>(_ZGVdN4v_cos(a.v));
    if constexpr (std::is_same_v<T, float> && N == 8) return Lanes<T, N>(_ZGVdN8v_cosf(a.v));
#ifdef __AVX512F__
    if constexpr (std::is_same_v<T, double> && N == 8) return Lanes<T, N>(_ZGVeN8v_cos(a.v));
#endif
#endif
    return Lanes<T, N>::each(a, [](T x) { return std::cos(x); });
}
template <typename T, int N>
Lanes<T, N> sqrt(Lanes<T, N> a) {
    return Lanes<T, N>::each(a, [](T x) { return std::sqrt(x); });
}
template <typename T, int N>
Lanes<T, N> abs(Lanes<T, N> a) {
    return Lanes<T, N>::each(a, [](T x) { return std::abs(x); });
}

/// The type of one number of a scalar.
template <typename S>
struct NumberOfScalar {
    using Type = S;
};
template <typename T, int N>
struct NumberOfScalar<Lanes<T, N>> {
    using Type = T;
};
template <typename S>
using NumberOf = typename NumberOfScalar<S>::Type;
template <typename S>
inline constexpr bool isLanes = !std::is_same_v<NumberOf<S>, S>;

/// Writes numbers into a lane of as many scalars.
template <typename L>
void putLane(double x, std::size_t lane, L& into) {
    into.v[lane] = static_cast<typename L::Number>(x);
}
template <typename Derived, typename L, int rows, int columns>
void putLane(const Eigen::DenseBase<Derived>& x, std::size_t lane,
             Eigen::Matrix<L, rows, columns>& into) {
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) putLane(x.derived()(i, j), lane, into(i, j));
}
/// The numbers in a lane.
template <typename L, int rows, int columns>
Eigen::Matrix<typename L::Number, rows, columns> laneOf(const Eigen::Matrix<L, rows, columns>& from,
                                                        std::size_t lane) {
    Eigen::Matrix<typename L::Number, rows, columns> numbers;
    for (int k = 0; k < rows * columns; ++k) numbers.data()[k] = from.data()[k].v[lane];
    return numbers;
}

}  // namespace momentree

template <typename T, int N>
struct std::numeric_limits<momentree::Lanes<T, N>> : std::numeric_limits<T> {};

namespace Eigen {
template <typename T, int N>
struct NumTraits<momentree::Lanes<T, N>> : GenericNumTraits<T> {
    using Real = momentree::Lanes<T, N>;
    using NonInteger = Real;
    using Literal = Real;
    using Nested = Real;
};
// Arrays of lanes are aligned as one of them.
template <typename T, int N>
struct internal::compute_default_alignment<momentree::Lanes<T, N>, Dynamic> {
    enum { value = alignof(momentree::Lanes<T, N>) };  // NOLINT: a name of Eigen
};
template <typename T, int N, int Size>
struct internal::compute_default_alignment<momentree::Lanes<T, N>, Size> {
    enum { value = alignof(momentree::Lanes<T, N>) };  // NOLINT: a name of Eigen
};
}  // namespace Eigen
