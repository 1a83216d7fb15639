// SPDX-License-Identifier: Apache-2.0
#include "core/generate/rigid.hpp"

#include <cmath>

namespace momentree {
namespace {

/// x, or the zero or one of which it is a rounding error away. @param scale of its neighbours
double cleaned(double x, double scale) {
    constexpr double rounding = 2.3e-16, possible = 1e-12;
    const double off = std::abs(std::abs(x) - scale);
    if (Tape::decide(std::abs(x) < rounding * scale, std::abs(x) <= possible * scale)) return 0.0;
    return Tape::decide(off > 0.0 && off < rounding * scale, off <= possible * scale)
               ? std::copysign(scale, x)
               : x;
}

/// R A R^T of a symmetric A, R about axis k: with w = s (a_ii - a_jj) + 2 c a_ij the four entries
/// of the plane need three more products.
void turnHalf(std::array<Recorded, 6>& m, const RecordedTurn& R) {
    const auto k = static_cast<std::size_t>(R.axis), i = (k + 1) % 3, j = (k + 2) % 3;
    const auto at = [&](std::size_t row, std::size_t column) -> Recorded& {
        return m[RecordedInertia::half(row, column)];
    };
    const Recorded w = R.s * (at(i, i) - at(j, j)) + (Recorded(2.0) * R.c) * at(i, j);
    at(i, i) = at(i, i) - R.s * w;
    at(j, j) = at(j, j) + R.s * w;
    at(i, j) = R.c * w - at(i, j);
    const Recorded a = at(i, k), b = at(j, k);
    at(i, k) = R.c * a - R.s * b;
    at(j, k) = R.s * a + R.c * b;
}

void turnFull(RecordedMatrix& m, const RecordedTurn& R) {
    const auto k = static_cast<std::size_t>(R.axis), i = (k + 1) % 3, j = (k + 2) % 3;
    const Recorded f = m[i][j] + m[j][i];
    const Recorded w = R.s * (m[i][i] - m[j][j]) + R.c * f, g = R.c * w - f;
    m[i][i] = m[i][i] - R.s * w;
    m[j][j] = m[j][j] + R.s * w;
    m[i][j] += g;
    m[j][i] += g;
    const Recorded a = m[i][k], b = m[j][k], c = m[k][i], d = m[k][j];
    m[i][k] = R.c * a - R.s * b;
    m[j][k] = R.s * a + R.c * b;
    m[k][i] = R.c * c - R.s * d;
    m[k][j] = R.s * c + R.c * d;
}

void turnHalf(std::array<Recorded, 6>& m, const RecordedMatrix& R) {
    RecordedMatrix full;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) full[i][j] = m[RecordedInertia::half(i, j)];
    const RecordedMatrix RA = R * full;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j) m[RecordedInertia::half(i, j)] = dotOf(RA[i], R[j]);
}

}  // namespace

RecordedVector recordedOf(const Eigen::Vector3d& v) {
    const double scale = v.cwiseAbs().maxCoeff();
    return {cleaned(v[0], scale), cleaned(v[1], scale), cleaned(v[2], scale)};
}
RecordedMatrix recordedOf(const Eigen::Matrix3d& m) {
    RecordedMatrix rows;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            rows[i][j] =
                cleaned(m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 1.0);
    return rows;
}

void addCross(RecordedVector& v, const RecordedVector& a, const RecordedVector& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        v[k] = v[k] + a[i] * b[j] - a[j] * b[i];
    }
}
RecordedVector crossOf(const RecordedVector& a, const RecordedVector& b) {
    RecordedVector v;
    addCross(v, a, b);
    return v;
}
Recorded dotOf(const RecordedVector& a, const RecordedVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
RecordedVector operator+(const RecordedVector& a, const RecordedVector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
RecordedVector operator-(const RecordedVector& a, const RecordedVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
RecordedVector operator*(const Recorded& s, const RecordedVector& v) {
    return {s * v[0], s * v[1], s * v[2]};
}
RecordedVector operator*(const RecordedMatrix& m, const RecordedVector& v) {
    return {dotOf(m[0], v), dotOf(m[1], v), dotOf(m[2], v)};
}
RecordedMatrix transposed(const RecordedMatrix& m) {
    RecordedMatrix t;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) t[i][j] = m[j][i];
    return t;
}
RecordedMatrix operator*(const RecordedMatrix& a, const RecordedMatrix& b) {
    const RecordedMatrix columns = transposed(b);
    return transposed({a * columns[0], a * columns[1], a * columns[2]});
}

RecordedMatrix RecordedTurn::matrix() const {
    if (axis < 0) return any;
    const auto k = static_cast<std::size_t>(axis), i = (k + 1) % 3, j = (k + 2) % 3;
    RecordedMatrix m;
    m[k][k] = 1.0;
    m[i][i] = m[j][j] = c;
    m[j][i] = s;
    m[i][j] = -s;
    return m;
}
RecordedVector RecordedTurn::operator*(const RecordedVector& v) const {
    if (axis < 0) return any * v;
    const auto k = static_cast<std::size_t>(axis), i = (k + 1) % 3, j = (k + 2) % 3;
    RecordedVector turned = v;
    turned[i] = c * v[i] - s * v[j];
    turned[j] = s * v[i] + c * v[j];
    return turned;
}
RecordedVector RecordedTurn::back(const RecordedVector& v) const {
    if (axis < 0) return transposed(any) * v;
    return about(axis, c, -s) * v;
}

Recorded& RecordedInertia::operator()(std::size_t i, std::size_t j) {
    if (i > j) std::swap(i, j);
    return j < 3 ? A[half(i, j)] : i < 3 ? B[i][j - 3] : C[half(i - 3, j - 3)];
}
RecordedInertia& RecordedInertia::operator+=(const RecordedInertia& b) {
    for (std::size_t k = 0; k < 6; ++k) A[k] += b.A[k], C[k] += b.C[k];
    for (std::size_t i = 0; i < 3; ++i) B[i] = B[i] + b.B[i];
    return *this;
}
std::array<Recorded, 6> RecordedInertia::column(std::size_t k) {
    std::array<Recorded, 6> entries;
    for (std::size_t j = 0; j < 6; ++j) entries[j] = (*this)(j, k);
    return entries;
}

void RecordedInertia::turn(const RecordedTurn& R) {
    if (R.axis >= 0) {
        turnHalf(A, R), turnHalf(C, R), turnFull(B, R);
        return;
    }
    turnHalf(A, R.any), turnHalf(C, R.any);
    B = R.any * B * transposed(R.any);
}

void RecordedInertia::shift(const RecordedVector& r) {
    const RecordedMatrix before = B;
    for (std::size_t row = 0; row < 3; ++row) {
        const RecordedVector a{A[half(row, 0)], A[half(row, 1)], A[half(row, 2)]};
        addCross(B[row], r, a);  // row of -A r~ = r x row of A
    }
    const auto column = [](const RecordedMatrix& m, std::size_t k) {
        return RecordedVector{m[0][k], m[1][k], m[2][k]};
    };
    const auto addRow = [&](Recorded& entry, std::size_t row, const RecordedVector& v) {
        const std::size_t i = (row + 1) % 3, j = (row + 2) % 3;
        entry = entry + r[i] * v[j] - r[j] * v[i];
    };
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j) {
            addRow(C[half(i, j)], i, column(B, j));
            addRow(C[half(i, j)], j, column(before, i));
        }
}

}  // namespace momentree
