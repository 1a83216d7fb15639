// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/packed.hpp"

namespace momentree {

/// A symmetric 3x3 matrix by its six numbers.
template <typename L>
struct Six {
    L xx, xy, xz, yy, yz, zz;

    MOMENTREE_INLINE Six& operator+=(const Six& o) {
        xx += o.xx, xy += o.xy, xz += o.xz, yy += o.yy, yz += o.yz, zz += o.zz;
        return *this;
    }
    MOMENTREE_INLINE V3<L> operator*(const V3<L>& v) const {
        return V3<L>::make(xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2],
                           xz * v[0] + yz * v[1] + zz * v[2]);
    }
    static MOMENTREE_INLINE Six zero() {
        const L none(0.0);
        return {none, none, none, none, none, none};
    }
    /// R J R^T.
    MOMENTREE_INLINE Six turned(const M3<L>& R) const {
        const V3<L> x = xx * R.x + xy * R.y + xz * R.z;  // R J by columns
        const V3<L> y = xy * R.x + yy * R.y + yz * R.z;
        const V3<L> z = xz * R.x + yz * R.y + zz * R.z;
        const auto entry = [&](int i, int j) {
            return x[i] * R.x[j] + y[i] * R.y[j] + z[i] * R.z[j];
        };
        return {entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
    }
    /// Inverse by the adjugate.
    MOMENTREE_INLINE Six inverse() const {
        const L a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
        const L d = L(1.0) / (xx * a + xy * b + xz * c);
        return {d * a,
                d * b,
                d * c,
                d * (xx * zz - xz * xz),
                d * (xy * xz - xx * yz),
                d * (xx * yy - xy * xy)};
    }
    /// Subtracts the symmetric a b^T.
    MOMENTREE_INLINE void subtractOuter(const V3<L>& a, const V3<L>& b) {
        xx -= a[0] * b[0], xy -= a[0] * b[1], xz -= a[0] * b[2];
        yy -= a[1] * b[1], yz -= a[1] * b[2], zz -= a[2] * b[2];
    }
};

/// A spatial inertia [[A, B], [B^T, C]] like `Symmetric6`, in 21 numbers instead of 27, for scalars
/// that fill a register each.
template <typename L>
struct SymmetricInertia {
    Six<L> A;
    M3<L> B;
    Six<L> C;

    static MOMENTREE_INLINE SymmetricInertia zero() {
        return {Six<L>::zero(), M3<L>::zero(), Six<L>::zero()};
    }
    /// Adds a body.
    /// @param m its mass
    /// @param h m times the vector from O to its centre of mass
    /// @param J about O, world axes
    MOMENTREE_INLINE void addBody(const L& m, const V3<L>& h, const Six<L>& J) {
        A.xx += m, A.yy += m, A.zz += m;
        B.x.v[1] -= h[2], B.x.v[2] += h[1];  // -h~
        B.y.v[0] += h[2], B.y.v[2] -= h[0];
        B.z.v[0] -= h[1], B.z.v[1] += h[0];
        C += J;
    }
    MOMENTREE_INLINE SymmetricInertia& operator+=(const SymmetricInertia& o) {
        A += o.A, B += o.B, C += o.C;
        return *this;
    }
    MOMENTREE_INLINE V6<L> operator*(const V6<L>& V) const {
        return {A * V.l + B * V.a, C * V.a + B.along(V.l)};
    }
    /// M [0; a].
    MOMENTREE_INLINE V6<L> turning(const V3<L>& a) const { return {B * a, C * a}; }
    /// Subtracts the symmetric y m^T.
    MOMENTREE_INLINE void subtractOuter(const V6<L>& y, const V6<L>& m) {
        A.subtractOuter(y.l, m.l);
        B.subtractOuter(y.l, m.a);
        C.subtractOuter(y.a, m.a);
    }
    /// Moves the reference point from O + r to O: B' = B - A r~, C' = C + r~ B' + (r~ B)^T.
    MOMENTREE_INLINE void shift(const V3<L>& r) {
        const V3<L> Ax = V3<L>::make(A.xx, A.xy, A.xz), Ay = V3<L>::make(A.xy, A.yy, A.yz),
                    Az = V3<L>::make(A.xz, A.yz, A.zz);
        const M3<L> N{B.x - (r[2] * Ay - r[1] * Az), B.y - (r[0] * Az - r[2] * Ax),
                      B.z - (r[1] * Ax - r[0] * Ay)};
        const auto row0 = [&](const V3<L>& c) { return r[1] * c[2] - r[2] * c[1]; };
        const auto row1 = [&](const V3<L>& c) { return r[2] * c[0] - r[0] * c[2]; };
        const auto row2 = [&](const V3<L>& c) { return r[0] * c[1] - r[1] * c[0]; };
        C.xx += row0(N.x) + row0(B.x);
        C.xy += row0(N.y) + row1(B.x);
        C.xz += row0(N.z) + row2(B.x);
        C.yy += row1(N.y) + row1(B.y);
        C.yz += row1(N.z) + row2(B.y);
        C.zz += row2(N.z) + row2(B.z);
        B = N;
    }
};

}  // namespace momentree
