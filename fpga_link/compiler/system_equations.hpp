// SPDX-License-Identifier: Apache-2.0
// Equations of motion of a PlanarSystem, over any scalar with + - * and `reciprocal`.
//
// Coordinates are those of all bodies, so that the mass matrix M is constant and diagonal. With the
// rows J of the constraints and their impulses sigma, the momenta are p = M v + J^T sigma, and
//   J M^-1 J^T sigma = J M^-1 p - (J v),   J v = law'(t) - (kappa/h) (x - law(t)),
//   dp/dt = Q + (dJ/dt)^T sigma.
// The impulses grow with time, but p may be replaced by M v at any time without a change of the
// motion; this is done at the start of every step, so that no digits are lost. Velocities fulfil
// the constraints exactly; kappa = `closing` at the start of a step takes out a
// tenth of a gap by Euler's method, and a sixtieth by the first of four Runge-Kutta stages; more
// would add the rounding of the gap to the velocities.
#pragma once

#include <vector>

#include "fpga_link/compiler/planar_system.hpp"

namespace momentree::fpga {

inline constexpr double closing = 0.1;

/// A value with its rate.
template <typename S>
struct Moving {
    S value, rate;
};
template <typename S>
Moving<S> operator+(const Moving<S>& a, const Moving<S>& b) {
    return {a.value + b.value, a.rate + b.rate};
}
template <typename S>
Moving<S> operator-(const Moving<S>& a, const Moving<S>& b) {
    return {a.value - b.value, a.rate - b.rate};
}
template <typename S>
Moving<S> operator-(const Moving<S>& a) {
    return {-a.value, -a.rate};
}
template <typename S>
Moving<S> operator*(const Moving<S>& a, const Moving<S>& b) {
    return {a.value * b.value, a.value * b.rate + a.rate * b.value};
}
template <typename S>
Moving<S> operator*(double a, const Moving<S>& b) {
    return {a * b.value, a * b.rate};
}

/// Three numbers for a body: along x, y and its angle.
template <typename S>
struct Triple {
    S x, y, a;
};
template <typename S>
Triple<S> operator+(const Triple<S>& a, const Triple<S>& b) {
    return {a.x + b.x, a.y + b.y, a.a + b.a};
}
template <typename S>
Triple<S> operator-(const Triple<S>& a, const Triple<S>& b) {
    return {a.x - b.x, a.y - b.y, a.a - b.a};
}
template <typename S>
Triple<S> operator*(const S& k, const Triple<S>& a) {
    return {k * a.x, k * a.y, k * a.a};
}
template <typename S>
S dot(const Triple<S>& a, const Triple<S>& b) {
    return (a.x * b.x + a.y * b.y) + a.a * b.a;
}

template <typename S>
struct SystemPose {
    Triple<S> r;
    S cosine, sine;
};

/// Derivatives of a coordinate by those of one body. A body can have several, which add up.
template <typename S>
struct RowPart {
    int body = 0;
    Triple<S> along;
};

/// A coordinate and its derivatives.
template <typename S>
struct Row {
    S value;
    std::vector<RowPart<S>> parts;
};

/// @param poses [1 + bodies], ground first
/// @param zero @param inverse 1/|d|, for lengths
template <typename S>
Row<S> rowOf(const PlanarCoordinate& coordinate, const std::vector<SystemPose<S>>& poses,
             const S& zero, const S& one, const S& inverse) {
    using Kind = PlanarCoordinate::Kind;
    const auto pose = [&](int body) -> const SystemPose<S>& {
        return poses[static_cast<std::size_t>(body + 1)];
    };
    const auto turned = [&](const Flat<double>& k, int body) {
        const SystemPose<S>& by = pose(body);
        return Flat<S>{k.x * by.cosine - k.y * by.sine, k.x * by.sine + k.y * by.cosine};
    };
    Row<S> row{zero, {}};
    const auto put = [&](int body, const Triple<S>& along) {
        if (body != planarGround) row.parts.push_back({body, along});
    };
    const PlanarPlace &A = coordinate.A, &B = coordinate.B;
    if (coordinate.kind == Kind::Angle) {
        row.value = pose(B.body).r.a - pose(A.body).r.a;
        put(B.body, {zero, zero, one});
        put(A.body, {zero, zero, -one});
        return row;
    }
    const Flat<S> armA = turned(A.at, A.body), armB = turned(B.at, B.body);
    const Triple<S>&a = pose(A.body).r, &b = pose(B.body).r;
    const Flat<S> d{(b.x - a.x) + (armB.x - armA.x), (b.y - a.y) + (armB.y - armA.y)};
    const bool slides = coordinate.kind == Kind::Slide;
    const Flat<S> axis = slides ? turned(coordinate.axis, coordinate.axisBody)
                         : coordinate.kind == Kind::Length ? inverse * d
                                                           : d;
    row.value = dot(axis, d);
    if (coordinate.kind == Kind::HalfSquare) row.value = 0.5 * row.value;
    put(B.body, {axis.x, axis.y, cross(armB, axis)});
    put(A.body, {-axis.x, -axis.y, -cross(armA, axis)});
    if (slides) put(coordinate.axisBody, {zero, zero, cross(axis, d)});
    return row;
}

template <typename S>
Row<S> rowOf(const PlanarConstraint& constraint, const std::vector<SystemPose<S>>& poses,
             const S& zero, const S& one) {
    Row<S> sum{zero, {}};
    for (const PlanarConstraint::Term& term : constraint.terms) {
        const Row<S> row = rowOf(term.coordinate, poses, zero, one, one);
        sum.value = sum.value + term.ratio * row.value;
        for (const RowPart<S>& part : row.parts)
            sum.parts.push_back({part.body,
                                 {term.ratio * part.along.x, term.ratio * part.along.y,
                                  term.ratio * part.along.a}});
    }
    return sum;
}

/// L D L^T of J W J^T for one pose.
template <typename S>
class Factor {
public:
    /// @param mobility W [bodies]
    Factor(const Elimination& elimination, const std::vector<Row<S>>& rows,
           const std::vector<Triple<S>>& mobility, const S& zero)
        : e_(elimination), zero_(zero) {
        const std::size_t n = rows.size();
        std::vector<std::vector<S>> A(n, std::vector<S>(n, zero));
        for (std::size_t k = 0; k < n; ++k) {
            A[k][k] = coupling(rowAt(rows, k), rowAt(rows, k), mobility);
            for (const int i : e_.below[k])
                A[at(i)][k] = coupling(rowAt(rows, at(i)), rowAt(rows, k), mobility);
            diagonal.push_back(A[k][k]);
        }
        L_ = A;
        for (std::size_t k = 0; k < n; ++k) {
            pivots.push_back(A[k][k]);
            inverse_.push_back(reciprocal(A[k][k]));
            for (const int i : e_.below[k]) {
                L_[at(i)][k] = A[at(i)][k] * inverse_[k];
                for (const int j : e_.below[k]) {
                    if (j > i) continue;
                    S& entry = A[at(i)][at(j)];
                    entry = entry - L_[at(i)][k] * A[at(j)][k];
                }
            }
        }
    }
    /// @param b, result in the order of the constraints
    std::vector<S> solve(const std::vector<S>& b) const {
        const std::size_t n = e_.order.size();
        std::vector<S> x;
        for (std::size_t k = 0; k < n; ++k) x.push_back(b[at(e_.order[k])]);
        for (std::size_t k = 0; k < n; ++k)
            for (const int i : e_.below[k]) x[at(i)] = x[at(i)] - L_[at(i)][k] * x[k];
        for (std::size_t k = n; k-- > 0;) {
            x[k] = inverse_[k] * x[k];
            for (const int i : e_.below[k]) x[k] = x[k] - L_[at(i)][k] * x[at(i)];
        }
        std::vector<S> result(n, zero_);
        for (std::size_t k = 0; k < n; ++k) result[at(e_.order[k])] = x[k];
        return result;
    }

    std::vector<S> diagonal, pivots;  ///< in the order of elimination

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    const Row<S>& rowAt(const std::vector<Row<S>>& rows, std::size_t k) const {
        return rows[at(e_.order[k])];
    }
    S coupling(const Row<S>& a, const Row<S>& b, const std::vector<Triple<S>>& W) const {
        S sum = zero_;
        for (const RowPart<S>& p : a.parts)
            for (const RowPart<S>& q : b.parts) {
                if (p.body != q.body) continue;
                const Triple<S>& w = W[at(p.body)];
                sum = sum +
                      dot(p.along, Triple<S>{w.x * q.along.x, w.y * q.along.y, w.a * q.along.a});
            }
        return sum;
    }

    const Elimination& e_;
    S zero_;
    std::vector<std::vector<S>> L_;
    std::vector<S> inverse_;
};

}  // namespace momentree::fpga
