// SPDX-License-Identifier: Apache-2.0
// Inertias by their 21 different numbers. A 6x6 that is never symmetrised makes long spherical
// chains exponentially unstable; stored like this it cannot become unsymmetric.
#pragma once

#include "core/math/spatial.hpp"

namespace momentree {

/// Symmetric 3x3 matrix.
template <typename S>
struct Sym3 {
    S xx, xy, xz, yy, yz, zz;

    static Sym3 diagonal(S d) { return {d, S(0), S(0), d, S(0), d}; }
    /// Upper triangle of m.
    template <typename Derived>
    static Sym3 of(const Eigen::MatrixBase<Derived>& m) {
        return {m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)};
    }
    Mat3<S> full() const {
        Mat3<S> m;
        m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
        return m;
    }
    [[gnu::always_inline]] Vec3<S> operator*(const Vec3<S>& x) const {
        return {xx * x[0] + xy * x[1] + xz * x[2], xy * x[0] + yy * x[1] + yz * x[2],
                xz * x[0] + yz * x[1] + zz * x[2]};
    }
    Sym3& operator+=(const Sym3& o) {
        xx += o.xx, xy += o.xy, xz += o.xz, yy += o.yy, yz += o.yz, zz += o.zz;
        return *this;
    }
    /// Subtracts a b^T, which the caller knows to be symmetric.
    [[gnu::always_inline]] void subtractOuter(const Vec3<S>& a, const Vec3<S>& b) {
        xx -= a[0] * b[0], xy -= a[0] * b[1], xz -= a[0] * b[2];
        yy -= a[1] * b[1], yz -= a[1] * b[2], zz -= a[2] * b[2];
    }
    /// Adds G + G^T.
    [[gnu::always_inline]] void addTwice(const Mat3<S>& G) {
        xx += G(0, 0) + G(0, 0), xy += G(0, 1) + G(1, 0), xz += G(0, 2) + G(2, 0);
        yy += G(1, 1) + G(1, 1), yz += G(1, 2) + G(2, 1), zz += G(2, 2) + G(2, 2);
    }
};

/// R J R^T.
template <typename S>
[[gnu::always_inline]] inline Sym3<S> turned(const Mat3<S>& R, const Sym3<S>& J) {
    const Vec3<S> x = J * Vec3<S>(R.row(0).transpose());
    const Vec3<S> y = J * Vec3<S>(R.row(1).transpose());
    const Vec3<S> z = J * Vec3<S>(R.row(2).transpose());
    return {R.row(0).dot(x), R.row(1).dot(x), R.row(2).dot(x),
            R.row(1).dot(y), R.row(2).dot(y), R.row(2).dot(z)};
}

/// Inverse of a regular symmetric matrix by its adjugate.
template <typename S>
[[gnu::always_inline]] inline Sym3<S> inverse(const Sym3<S>& m) {
    const S a = m.yy * m.zz - m.yz * m.yz;
    const S b = m.xz * m.yz - m.xy * m.zz;
    const S c = m.xy * m.yz - m.xz * m.yy;
    const S d = S(1) / (m.xx * a + m.xy * b + m.xz * c);
    return {a * d, b * d, c * d, (m.xx * m.zz - m.xz * m.xz) * d, (m.xy * m.xz - m.xx * m.yz) * d,
            (m.xx * m.yy - m.xy * m.xy) * d};
}

/// r~ M by columns: r x m_j.
template <typename S>
[[gnu::always_inline]] inline Mat3<S> crossColumns(const Vec3<S>& r, const Mat3<S>& M) {
    Mat3<S> G;
    for (int j = 0; j < 3; ++j) {
        G(0, j) = r[1] * M(2, j) - r[2] * M(1, j);
        G(1, j) = r[2] * M(0, j) - r[0] * M(2, j);
        G(2, j) = r[0] * M(1, j) - r[1] * M(0, j);
    }
    return G;
}

/// Spatial inertia [[A, B], [B^T, C]] about some point: [p_l; p_a] = M [v; w].
template <typename S>
struct Inertia {
    Sym3<S> A;
    Mat3<S> B;
    Sym3<S> C;

    [[gnu::always_inline]] Vec6<S> operator*(const Vec6<S>& V) const {
        const Vec3<S> v = V.template head<3>(), w = V.template tail<3>();
        Vec6<S> P;
        P.template head<3>() = A * v + B * w;
        P.template tail<3>() = C * w + B.transpose() * v;
        return P;
    }
    Mat6<S> full() const {
        Mat6<S> M;
        M << A.full(), B, B.transpose(), C.full();
        return M;
    }
    /// Adds S(r) M S(r)^T: the inertia M about a point O + r seen from O.
    [[gnu::always_inline]] void addShifted(const Vec3<S>& r, const Inertia& M) {
        const Mat3<S> rA = crossColumns<S>(r, M.A.full()).transpose();  // (r~ A)^T = -A r~
        A += M.A;
        B += M.B + rA;
        C += M.C;
        C.addTwice(crossColumns<S>(r, M.B + S(0.5) * rA));  // r~ B + (r~ B)^T - r~ A r~
    }
};

/// Inertia about O of a body with its centre of mass at O + s. @param J about the centre of mass
template <typename S>
[[gnu::always_inline]] inline Inertia<S> bodyInertia(S mass, const Vec3<S>& s, const Sym3<S>& J) {
    Inertia<S> M;
    const Vec3<S> h = mass * s;
    M.A = Sym3<S>::diagonal(mass);
    M.B << S(0), h[2], -h[1], -h[2], S(0), h[0], h[1], -h[0], S(0);  // -m s~
    const S hs = h.dot(s);
    M.C = J;
    M.C += Sym3<S>::diagonal(hs);
    M.C.subtractOuter(h, s);
    return M;
}

}  // namespace momentree
