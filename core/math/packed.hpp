// SPDX-License-Identifier: Apache-2.0
// 3-vectors and 3x3 matrices for sweeps over bodies: three numbers and an unused fourth in one
// register, matrices by columns. Eigen's fixed sizes 3 and 6 alternate between scalars and pairs,
// which costs most of the time in memory traffic.
#pragma once

#include <type_traits>
#include <utility>

#include "core/math/spatial.hpp"

namespace momentree {

/// For lambdas in sweeps: what they capture goes through memory unless they are inlined.
#define MOMENTREE_INLINED __attribute__((always_inline))
#define MOMENTREE_INLINE MOMENTREE_INLINED inline

/// Storage of a V3: a register for built-in floating-point types, an array for other scalars
/// (counting ones, lanes).
template <typename S, bool machine = std::is_floating_point_v<S>>
struct Triple {
    using Type [[gnu::vector_size(4 * sizeof(S))]] = S;
    static MOMENTREE_INLINE Type make(S x, S y, S z) { return Type{x, y, z, S(0)}; }
    static MOMENTREE_INLINE Type all(S x) { return Type{x, x, x, x}; }
    /// (y, z, x).
    static MOMENTREE_INLINE Type turned(Type v) {
        return __builtin_shufflevector(v, v, 1, 2, 0, 3);
    }
    /// Columns become rows.
    static MOMENTREE_INLINE void transpose(Type& x, Type& y, Type& z) {
        const Type none{};
        const Type xy02 = __builtin_shufflevector(x, y, 0, 4, 2, 6);
        const Type xy13 = __builtin_shufflevector(x, y, 1, 5, 3, 7);
        const Type z02 = __builtin_shufflevector(z, none, 0, 4, 2, 6);
        const Type z13 = __builtin_shufflevector(z, none, 1, 5, 3, 7);
        x = __builtin_shufflevector(xy02, z02, 0, 1, 4, 5);
        y = __builtin_shufflevector(xy13, z13, 0, 1, 4, 5);
        z = __builtin_shufflevector(xy02, z02, 2, 3, 6, 7);
    }
};

template <typename S>
struct Triple<S, false> {
    struct Type {
        S x[3];
        S operator[](int i) const { return x[i]; }
        S& operator[](int i) { return x[i]; }
        friend Type operator+(const Type& a, const Type& b) {
            return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
        }
        friend Type operator-(const Type& a, const Type& b) {
            return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
        }
        friend Type operator*(const Type& a, const Type& b) {
            return {{a.x[0] * b.x[0], a.x[1] * b.x[1], a.x[2] * b.x[2]}};
        }
        friend Type operator-(const Type& a) { return {{-a.x[0], -a.x[1], -a.x[2]}}; }
    };
    static Type make(S x, S y, S z) { return {{x, y, z}}; }
    static Type all(S x) { return {{x, x, x}}; }
    static Type turned(const Type& v) { return {{v.x[1], v.x[2], v.x[0]}}; }
    static void transpose(Type& x, Type& y, Type& z) {
        std::swap(x.x[1], y.x[0]);
        std::swap(x.x[2], z.x[0]);
        std::swap(y.x[2], z.x[1]);
    }
};

/// Index of all rows at once.
struct AllRows {};

template <typename S>
struct V3 {
    using Store = Triple<S>;
    typename Store::Type v;

    static MOMENTREE_INLINE V3 zero() { return {Store::make(S(0), S(0), S(0))}; }
    static MOMENTREE_INLINE V3 make(S x, S y, S z) { return {Store::make(x, y, z)}; }
    static MOMENTREE_INLINE V3 load(const S* x) { return make(x[0], x[1], x[2]); }
    template <typename Derived>
    static MOMENTREE_INLINE V3 of(const Eigen::MatrixBase<Derived>& x) {
        return make(S(x[0]), S(x[1]), S(x[2]));
    }
    MOMENTREE_INLINE S operator[](int i) const { return v[i]; }
    MOMENTREE_INLINE V3& operator[](AllRows) { return *this; }
    MOMENTREE_INLINE const V3& operator[](AllRows) const { return *this; }
    MOMENTREE_INLINE Vec3<S> eigen() const { return {v[0], v[1], v[2]}; }
    MOMENTREE_INLINE void store(S* x) const { x[0] = v[0], x[1] = v[1], x[2] = v[2]; }
    MOMENTREE_INLINE V3 operator+(V3 o) const { return {v + o.v}; }
    MOMENTREE_INLINE V3 operator-(V3 o) const { return {v - o.v}; }
    MOMENTREE_INLINE V3 operator-() const { return {-v}; }
    MOMENTREE_INLINE V3& operator+=(V3 o) { return *this = *this + o; }
    MOMENTREE_INLINE V3& operator-=(V3 o) { return *this = *this - o; }
    friend MOMENTREE_INLINE V3 operator*(S s, V3 a) { return {Store::all(s) * a.v}; }
    friend MOMENTREE_INLINE V3 operator*(V3 a, S s) { return s * a; }
    friend MOMENTREE_INLINE S dot(V3 a, V3 b) {
        const auto p = a.v * b.v;
        return p[0] + p[1] + p[2];
    }
    friend MOMENTREE_INLINE V3 cross(V3 a, V3 b) {
        return {Store::turned(a.v * Store::turned(b.v) - Store::turned(a.v) * b.v)};
    }
};

/// Stored by columns.
template <typename S>
struct M3 {
    V3<S> x, y, z;

    static MOMENTREE_INLINE M3 zero() { return {V3<S>::zero(), V3<S>::zero(), V3<S>::zero()}; }
    static MOMENTREE_INLINE M3 diagonal(S d) {
        return {V3<S>::make(d, S(0), S(0)), V3<S>::make(S(0), d, S(0)), V3<S>::make(S(0), S(0), d)};
    }
    template <typename Derived>
    static MOMENTREE_INLINE M3 of(const Eigen::MatrixBase<Derived>& m) {
        return {V3<S>::of(m.col(0)), V3<S>::of(m.col(1)), V3<S>::of(m.col(2))};
    }
    MOMENTREE_INLINE Mat3<S> eigen() const {
        Mat3<S> m;
        x.store(m.data()), y.store(m.data() + 3), z.store(m.data() + 6);
        return m;
    }
    MOMENTREE_INLINE V3<S>& operator()(AllRows, int column) {
        return column == 0 ? x : column == 1 ? y : z;
    }
    MOMENTREE_INLINE const V3<S>& operator()(AllRows, int column) const {
        return column == 0 ? x : column == 1 ? y : z;
    }
    MOMENTREE_INLINE S operator()(int row, int column) const {
        return (*this)(AllRows(), column)[row];
    }
    MOMENTREE_INLINE M3 operator+(const M3& o) const { return {x + o.x, y + o.y, z + o.z}; }
    MOMENTREE_INLINE M3& operator+=(const M3& o) { return *this = *this + o; }
    friend MOMENTREE_INLINE M3 operator*(S s, const M3& m) { return {s * m.x, s * m.y, s * m.z}; }
    MOMENTREE_INLINE V3<S> operator*(V3<S> v) const { return v[0] * x + v[1] * y + v[2] * z; }
    MOMENTREE_INLINE M3 operator*(const M3& o) const {
        return {*this * o.x, *this * o.y, *this * o.z};
    }
    MOMENTREE_INLINE M3 transpose() const {
        M3 rows = *this;
        V3<S>::Store::transpose(rows.x.v, rows.y.v, rows.z.v);
        return rows;
    }
    /// M^T v.
    MOMENTREE_INLINE V3<S> along(V3<S> v) const {
        const M3 products = M3{{x.v * v.v}, {y.v * v.v}, {z.v * v.v}}.transpose();
        return products.x + products.y + products.z;
    }
    /// M N^T.
    MOMENTREE_INLINE M3 timesTransposed(const M3& o) const { return *this * o.transpose(); }
    /// Subtract and add a b^T.
    MOMENTREE_INLINE void subtractOuter(V3<S> a, V3<S> b) {
        x -= b[0] * a, y -= b[1] * a, z -= b[2] * a;
    }
    MOMENTREE_INLINE void addOuter(V3<S> a, V3<S> b) {
        x += b[0] * a, y += b[1] * a, z += b[2] * a;
    }
};

/// r~ M.
template <typename S>
MOMENTREE_INLINE M3<S> cross(V3<S> r, const M3<S>& M) {
    return {cross(r, M.x), cross(r, M.y), cross(r, M.z)};
}

/// M r~.
template <typename S>
MOMENTREE_INLINE M3<S> cross(const M3<S>& M, V3<S> r) {
    return {r[2] * M.y - r[1] * M.z, r[0] * M.z - r[2] * M.x, r[1] * M.x - r[0] * M.y};
}

/// a b^T.
template <typename S>
MOMENTREE_INLINE M3<S> outer(V3<S> a, V3<S> b) {
    return {b[0] * a, b[1] * a, b[2] * a};
}

/// Half of M + M^T.
template <typename S>
MOMENTREE_INLINE M3<S> symmetric(const M3<S>& M) {
    const M3<S> half = S(0.5) * M;
    return half + half.transpose();
}

/// Inverse of a regular symmetric matrix by its adjugate.
template <typename S>
MOMENTREE_INLINE M3<S> symmetricInverse(const M3<S>& m) {
    const V3<S> a = cross(m.y, m.z), b = cross(m.z, m.x), c = cross(m.x, m.y);
    const S d = S(1) / dot(m.x, a);
    return {d * a, d * b, d * c};
}

/// [linear; angular].
template <typename S>
struct V6 {
    V3<S> l, a;

    static MOMENTREE_INLINE V6 zero() { return {V3<S>::zero(), V3<S>::zero()}; }
    static MOMENTREE_INLINE V6 of(const Vec6<S>& v) {
        return {V3<S>::load(v.data()), V3<S>::load(v.data() + 3)};
    }
    MOMENTREE_INLINE Vec6<S> eigen() const {
        Vec6<S> v;
        l.store(v.data()), a.store(v.data() + 3);
        return v;
    }
    MOMENTREE_INLINE V6 operator+(const V6& o) const { return {l + o.l, a + o.a}; }
    MOMENTREE_INLINE V6 operator-(const V6& o) const { return {l - o.l, a - o.a}; }
    MOMENTREE_INLINE V6 operator-() const { return {-l, -a}; }
    MOMENTREE_INLINE V6& operator+=(const V6& o) { return *this = *this + o; }
    MOMENTREE_INLINE V6& operator-=(const V6& o) { return *this = *this - o; }
    friend MOMENTREE_INLINE V6 operator*(S s, const V6& v) { return {s * v.l, s * v.a}; }
    friend MOMENTREE_INLINE S dot(const V6& a, const V6& b) {
        const auto p = a.l.v * b.l.v + a.a.v * b.a.v;
        return p[0] + p[1] + p[2];
    }
};

/// Both halves rotated by R.
template <typename S>
MOMENTREE_INLINE V6<S> turned(const M3<S>& R, const V6<S>& v) {
    return {R * v.l, R * v.a};
}

/// `shiftWrench` and `shiftVelocity` of spatial.hpp.
template <typename S>
MOMENTREE_INLINE V6<S> shiftWrench(V3<S> s, const V6<S>& Q) {
    return {Q.l, Q.a + cross(s, Q.l)};
}
template <typename S>
MOMENTREE_INLINE V6<S> shiftVelocity(V3<S> s, const V6<S>& V) {
    return {V.l + cross(V.a, s), V.a};
}
/// Rate of a wrench or momentum fixed to a frame that moves with V: [w x p_l; v x p_l + w x p_a].
template <typename S>
MOMENTREE_INLINE V6<S> wrenchRate(const V6<S>& V, const V6<S>& P) {
    return {cross(V.a, P.l), cross(V.l, P.l) + cross(V.a, P.a)};
}

}  // namespace momentree
