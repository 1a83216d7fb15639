// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace momentree::fpga {

inline double reciprocal(double a) { return 1.0 / a; }
inline double nearestInteger(double a) { return std::nearbyint(a); }

/// Vectors and 2 x 2 matrices over a scalar with + - * for itself and * + - with double.
template <typename S>
struct Vec2 {
    S x, y;
};
template <typename S>
struct Mat2 {
    S xx, xy, yx, yy;
};
/// Symmetric.
template <typename S>
struct Sym2 {
    S xx, xy, yy;
};

template <typename S>
Vec2<S> operator+(const Vec2<S>& a, const Vec2<S>& b) {
    return {a.x + b.x, a.y + b.y};
}
template <typename S>
Vec2<S> operator-(const Vec2<S>& a, const Vec2<S>& b) {
    return {a.x - b.x, a.y - b.y};
}
template <typename S>
Vec2<S> operator*(const S& k, const Vec2<S>& a) {
    return {k * a.x, k * a.y};
}
template <typename S>
Sym2<S> operator+(const Sym2<S>& a, const Sym2<S>& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
}
template <typename S>
Sym2<S> operator-(const Sym2<S>& a, const Sym2<S>& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.yy - b.yy};
}
template <typename S>
Sym2<S> operator*(const S& k, const Sym2<S>& a) {
    return {k * a.xx, k * a.xy, k * a.yy};
}
template <typename S>
Mat2<S> operator*(const S& k, const Mat2<S>& a) {
    return {k * a.xx, k * a.xy, k * a.yx, k * a.yy};
}
template <typename S>
Vec2<S> operator*(const Sym2<S>& a, const Vec2<S>& b) {
    return {a.xx * b.x + a.xy * b.y, a.xy * b.x + a.yy * b.y};
}
template <typename S>
Vec2<S> operator*(const Mat2<S>& a, const Vec2<S>& b) {
    return {a.xx * b.x + a.xy * b.y, a.yx * b.x + a.yy * b.y};
}
template <typename S>
Mat2<S> operator*(const Mat2<S>& a, const Sym2<S>& b) {
    return {a.xx * b.xx + a.xy * b.xy, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.xy,
            a.yx * b.xy + a.yy * b.yy};
}
template <typename S>
Mat2<S> operator*(const Mat2<S>& a, const Mat2<S>& b) {
    return {a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
            a.yx * b.xy + a.yy * b.yy};
}
template <typename S>
Mat2<S> transposed(const Mat2<S>& a) {
    return {a.xx, a.yx, a.xy, a.yy};
}
/// a b for a product known to be symmetric.
template <typename S>
Sym2<S> symmetricProduct(const Mat2<S>& a, const Mat2<S>& b) {
    return {a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xy + a.yy * b.yy};
}
template <typename S>
Sym2<S> adjugate(const Sym2<S>& a) {
    return {a.yy, -a.xy, a.xx};
}
template <typename S>
S determinant(const Sym2<S>& a) {
    return a.xx * a.yy - a.xy * a.xy;
}
/// a.x b.y - a.y b.x
template <typename S>
S cross(const Vec2<S>& a, const Vec2<S>& b) {
    return a.x * b.y - a.y * b.x;
}
template <typename S>
S dot(const Vec2<S>& a, const Vec2<S>& b) {
    return a.x * b.x + a.y * b.y;
}

}  // namespace momentree::fpga
