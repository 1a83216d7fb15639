// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/path_piece.hpp"

#include <boost/math/quadrature/gauss.hpp>

namespace momentree {

PathPiece::PathPiece(const PointMotion& from, const PointMotion& to)
    : from_(from.time), interval_(to.time - from.time) {
    const double h = interval_;
    const Vector3d way = to.r - from.r, v0 = h * from.v, v1 = h * to.v;
    const Vector3d a0 = h * h * from.a, a1 = h * h * to.a;
    c_ = {from.r,
          v0,
          0.5 * a0,
          10.0 * way - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1,
          -15.0 * way + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1,
          6.0 * way - 3.0 * (v0 + v1) - 0.5 * (a0 - a1)};
}

PointMotion PathPiece::at(double time) const {
    const double s = (time - from_) / interval_;
    PointMotion out{time, c_[5], Vector3d::Zero(), Vector3d::Zero()};
    for (std::size_t k = 5; k-- > 0;) {
        out.a = s * out.a + 2.0 * out.v;
        out.v = s * out.v + out.r;
        out.r = s * out.r + c_[k];
    }
    out.v /= interval_;
    out.a /= interval_ * interval_;
    return out;
}

void PathPiece::extend(Vector3d& least, Vector3d& most) const {
    constexpr int halvings = 40;
    const PointMotion first = at(from_), last = at(from_ + interval_);
    for (int axis = 0; axis < 3; ++axis) {
        if (!(first.v[axis] * last.v[axis] < 0.0)) continue;
        double begin = from_, end = from_ + interval_;
        for (int k = 0; k < halvings; ++k) {
            const double middle = 0.5 * (begin + end);
            (at(middle).v[axis] * first.v[axis] > 0.0 ? begin : end) = middle;
        }
        const double turn = at(begin).r[axis];
        least[axis] = std::min(least[axis], turn);
        most[axis] = std::max(most[axis], turn);
    }
}

double PathPiece::length(double begin, double end) const {
    return boost::math::quadrature::gauss<double, 7>::integrate(
        [this](double t) { return at(t).v.norm(); }, begin, end);
}

}  // namespace momentree
