// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_leaf.hpp"

namespace momentree {

Index3Coordinates predicted(const Index3Coordinates& from, double h) {
    Index3Coordinates q = from;
    q.r += h * from.v + 0.5 * h * h * from.a;
    q.p += h * from.pd + 0.5 * h * h * from.pdd;
    q.p.normalize();
    return q;
}

void follow(Index3Coordinates& q, const Index3Coordinates& from, double h) {
    const double f = 2.0 / h;
    q.v = f * (q.r - from.r) - from.v;
    q.a = f * (q.v - from.v) - from.a;
    q.pd = f * (q.p - from.p) - from.pd;
    q.pdd = f * (q.pd - from.pd) - from.pdd;
}

bool invertPositive(const Matrix3d& A, Matrix3d& out) {
    const double c00 = A(1, 1) * A(2, 2) - A(1, 2) * A(1, 2);
    const double c01 = A(0, 2) * A(1, 2) - A(0, 1) * A(2, 2);
    const double c02 = A(0, 1) * A(1, 2) - A(0, 2) * A(1, 1);
    const double determinant = A(0, 0) * c00 + A(0, 1) * c01 + A(0, 2) * c02;
    if (!(A(2, 2) > 0.0 && c00 > 0.0 && determinant > 0.0)) return false;
    const double c11 = A(0, 0) * A(2, 2) - A(0, 2) * A(0, 2);
    const double c12 = A(0, 1) * A(0, 2) - A(0, 0) * A(1, 2);
    const double c22 = A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1);
    out << c00, c01, c02, c01, c11, c12, c02, c12, c22;
    out /= determinant;
    return true;
}

}  // namespace momentree
