// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/leaf.hpp"

namespace momentree {

template <typename S>
Index3Coordinates<S> Index3Coordinates<S>::predicted(S h) const {
    Index3Coordinates q = *this;
    q.dr = h * v + S(0.5) * h * h * a;
    q.r += q.dr;
    q.dp.setZero();
    q.turnBy(h * pd + S(0.5) * h * h * pdd);
    return q;
}

template <typename S>
void Index3Coordinates<S>::follow(const Index3Coordinates& from, S h) {
    const S f = S(2) / h;
    v = f * dr - from.v;
    a = f * (v - from.v) - from.a;
    pd = f * dp - from.pd;
    pdd = f * (pd - from.pd) - from.pdd;
}

/// Normalises p + change; returns the total increment without subtracting the two.
template <typename S>
void Index3Coordinates<S>::turnBy(const Quat<S>& change) {
    using std::sqrt;
    const S excess = S(2) * p.dot(change) + change.squaredNorm();  // of the squared norm
    const Quat<S> sum = p + change;
    const S length = sqrt(sum.squaredNorm());
    const S inverse = S(1) / length;
    dp += inverse * (change - excess / (S(1) + length) * p);
    p = inverse * sum;
}

template <typename S>
bool invertPositive(const Mat3<S>& A, Mat3<S>& out) {
    const S c00 = A(1, 1) * A(2, 2) - A(1, 2) * A(1, 2);
    const S c01 = A(0, 2) * A(1, 2) - A(0, 1) * A(2, 2);
    const S c02 = A(0, 1) * A(1, 2) - A(0, 2) * A(1, 1);
    const S determinant = A(0, 0) * c00 + A(0, 1) * c01 + A(0, 2) * c02;
    if (!(A(2, 2) > S(0) && c00 > S(0) && determinant > S(0))) return false;
    const S c11 = A(0, 0) * A(2, 2) - A(0, 2) * A(0, 2);
    const S c12 = A(0, 1) * A(0, 2) - A(0, 0) * A(1, 2);
    const S c22 = A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1);
    out << c00, c01, c02, c01, c11, c12, c02, c12, c22;
    out /= determinant;
    return true;
}

template struct Index3Coordinates<double>;
template struct Index3Coordinates<float>;
template bool invertPositive<double>(const Mat3<double>&, Mat3<double>&);
template bool invertPositive<float>(const Mat3<float>&, Mat3<float>&);

}  // namespace momentree
