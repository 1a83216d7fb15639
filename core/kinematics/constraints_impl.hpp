// SPDX-License-Identifier: Apache-2.0
// Definitions for constraints.hpp, included where they are instantiated.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/kinematics/constraints.hpp"
#include "core/math/with_turns.hpp"

namespace momentree {
namespace constraint_rows {

/// The two points of a constraint: arms s from the centres of mass, d from A to B, and their rates.
template <typename S>
struct Points {
    Vec3<S> s_a, s_b, d, sd_a, sd_b, dd;
    template <typename C>
    Points(const C& c, const BodyKinematics<S>& a, const BodyKinematics<S>& b)
        : s_a(a.R * c.s_a.template cast<S>()),
          s_b(b.R * c.s_b.template cast<S>()),
          d(b.r + s_b - a.r - s_a),
          sd_a(a.w.cross(s_a)),
          sd_b(b.w.cross(s_b)),
          dd(b.v + sd_b - a.v - sd_a) {}
};

/// The row of x . d with x fixed in a.
template <typename S>
void along(const Vec3<S>& x, const Points<S>& p, const BodyKinematics<S>& a, int row,
           ConstraintTerms<S>& out, Needed needed = Needed::All) {
    out.Phi[row] = x.dot(p.d);
    const Vec3<S> reach = p.d + p.s_a;  // from the centre of mass of a to point B
    out.J_a.row(row) << -x.transpose(), x.cross(reach).transpose();
    out.J_b.row(row) << x.transpose(), p.s_b.cross(x).transpose();
    if (needed == Needed::Rows) return;
    const Vec3<S> xd = a.w.cross(x);
    out.Jdot_a.row(row) << -xd.transpose(), (xd.cross(reach) + x.cross(p.dd + p.sd_a)).transpose();
    out.Jdot_b.row(row) << xd.transpose(), (p.sd_b.cross(x) + p.s_b.cross(xd)).transpose();
}

/// SPH: axes^T d = 0.
template <typename S, typename C>
void point(const C& c, const Points<S>& p, const BodyKinematics<S>& a, ConstraintTerms<S>& out,
           Needed needed) {
    for (int k = 0; c.carried && k < 3; ++k)
        along(Vec3<S>(a.R * c.axes.col(k).template cast<S>()), p, a, k, out, needed);
    if (c.carried) return;
    Mat3<S> axes = Mat3<S>::Identity();
    if (c.inclined) axes = c.axes.transpose().template cast<S>();
    const auto put = [&](const Mat3<S>& ofVelocity, const Mat3<S>& ofTurning, auto& rows) {
        // Of a size that the compiler knows.
        Eigen::Map<Eigen::Matrix<S, 3, 6, Eigen::RowMajor>> all(rows.data());
        all << ofVelocity, c.inclined ? Mat3<S>(axes * ofTurning) : ofTurning;
    };
    out.Phi = c.inclined ? Vec3<S>(axes * p.d) : p.d;
    put(-axes, skew(p.s_a), out.J_a);
    put(axes, -skew(p.s_b), out.J_b);
    if (needed == Needed::Rows) return;
    put(Mat3<S>::Zero(), skew(p.sd_a), out.Jdot_a);
    put(Mat3<S>::Zero(), -skew(p.sd_b), out.Jdot_b);
}

/// DOT1: x_a . y_b = 0, where a motion turns x_a about n_a by the angle f(t).
template <typename S, typename C>
void angle(const C& c, const Law::Value& f, const BodyKinematics<S>& a, const BodyKinematics<S>& b,
           ConstraintTerms<S>& out) {
    const bool driven = c.motion >= 0;
    Vec3<S> turned = c.x_a.template cast<S>();
    if constexpr (std::is_same_v<C, Constraint>)
        if (driven) turned = Vector3d(Eigen::AngleAxisd(f.f, c.n_a) * c.x_a).template cast<S>();
    const Vec3<S> x = a.R * turned;
    const Vec3<S> y = b.R * c.y_b.template cast<S>();
    const Vec3<S> n = a.R * c.n_a.template cast<S>();
    const S rate = static_cast<S>(f.df);
    const Vec3<S> w_x = driven ? Vec3<S>(a.w + rate * n) : a.w;
    const Vec3<S> xd = w_x.cross(x);
    const Vec3<S> yd = b.w.cross(y);
    out.Phi[0] = x.dot(y);
    out.J_a.template rightCols<3>() = x.cross(y).transpose();
    out.J_b.template rightCols<3>() = -x.cross(y).transpose();
    const Vec3<S> turnRate = xd.cross(y) + x.cross(yd);
    out.Jdot_a.template rightCols<3>() = turnRate.transpose();
    out.Jdot_b.template rightCols<3>() = -turnRate.transpose();
    if (!driven) return;
    const Vec3<S> nx = n.cross(x);
    out.Phi_t[0] = rate * nx.dot(y);
    const Vec3<S> nxd = a.w.cross(n).cross(x) + n.cross(xd);
    out.gamma[0] = -(static_cast<S>(f.ddf) * nx.dot(y) + rate * (nxd.dot(y) + nx.dot(yd)));
}

/// DOT2: x_a . d = f(t).
template <typename S, typename C>
void offset(const C& c, const Law::Value& f, const Points<S>& p, const BodyKinematics<S>& a,
            ConstraintTerms<S>& out) {
    along(Vec3<S>(a.R * c.x_a.template cast<S>()), p, a, 0, out);
    out.Phi[0] -= static_cast<S>(f.f);
    out.Phi_t[0] = -static_cast<S>(f.df);
    out.gamma[0] = static_cast<S>(f.ddf);
}

/// (d.d - l^2) / (2 l) = 0: has the unit of length and the rod's direction as gradient.
template <typename S, typename C>
void distance(const C& c, const Points<S>& p, ConstraintTerms<S>& out) {
    const S l = static_cast<S>(c.length);
    const Vec3<S> e = p.d / l;
    const Vec3<S> ed = p.dd / l;
    out.Phi[0] = (p.d.squaredNorm() - l * l) / (S(2) * l);
    out.J_a << -e.transpose(), -p.s_a.cross(e).transpose();
    out.J_b << e.transpose(), p.s_b.cross(e).transpose();
    out.Jdot_a << -ed.transpose(), -(p.sd_a.cross(e) + p.s_a.cross(ed)).transpose();
    out.Jdot_b << ed.transpose(), (p.sd_b.cross(e) + p.s_b.cross(ed)).transpose();
}

/// x_a . y_b - y_a . x_b = 0.
template <typename S, typename C>
void twist(const C& c, const BodyKinematics<S>& a, const BodyKinematics<S>& b,
           ConstraintTerms<S>& out) {
    const Vec3<S> x_a = a.R * c.x_a.template cast<S>(), y_a = a.R * c.n_a.template cast<S>();
    const Vec3<S> x_b = b.R * c.x_b.template cast<S>(), y_b = b.R * c.y_b.template cast<S>();
    const auto rate = [](const BodyKinematics<S>& body, const Vec3<S>& axis) -> Vec3<S> {
        return body.w.cross(axis);
    };
    const Vec3<S> turn = x_a.cross(y_b) - y_a.cross(x_b);
    const Vec3<S> turnRate = rate(a, x_a).cross(y_b) + x_a.cross(rate(b, y_b)) -
                             rate(a, y_a).cross(x_b) - y_a.cross(rate(b, x_b));
    out.Phi[0] = x_a.dot(y_b) - y_a.dot(x_b);
    out.J_a.template rightCols<3>() = turn.transpose();
    out.J_b.template rightCols<3>() = -turn.transpose();
    out.Jdot_a.template rightCols<3>() = turnRate.transpose();
    out.Jdot_b.template rightCols<3>() = -turnRate.transpose();
}

/// ratio q - offset of an angle q, with the whole turns nearest to `known`.
template <typename S>
void coupledAngle(const Constraint& c, double known, const BodyKinematics<S>& a,
                  const BodyKinematics<S>& b, ConstraintTerms<S>& out) {
    using std::atan2;
    const S ratio = static_cast<S>(c.ratio);
    const Vec3<S> x = a.R * c.x_a.cast<S>();
    const Vec3<S> n = a.R * c.n_a.cast<S>();
    const Vec3<S> y = b.R * c.y_b.cast<S>();
    const S q = withTurns(S(atan2(x.dot(y), x.cross(n).dot(y))), known);
    out.Phi[0] = ratio * q - static_cast<S>(c.offset);
    out.J_a.template rightCols<3>() = -ratio * n.transpose();
    out.J_b.template rightCols<3>() = ratio * n.transpose();
    const Vec3<S> nd = a.w.cross(n);
    out.Jdot_a.template rightCols<3>() = -ratio * nd.transpose();
    out.Jdot_b.template rightCols<3>() = ratio * nd.transpose();
}

/// ratio q - offset of a displacement q.
template <typename S>
void coupledDisplacement(const Constraint& c, const Points<S>& p, const BodyKinematics<S>& a,
                         ConstraintTerms<S>& out) {
    const S ratio = static_cast<S>(c.ratio);
    offset(c, {}, p, a, out);
    for (auto* block : {&out.J_a, &out.J_b, &out.Jdot_a, &out.Jdot_b}) *block *= ratio;
    out.Phi[0] = ratio * out.Phi[0] - static_cast<S>(c.offset);
}

/// The row of a point that moves with V of both bodies: Phi' = u . (v_b - v_a) there.
/// @param reach_a,reach_b,dreach_a,dreach_b from the centres of mass to the point, and their rates
template <typename S>
void pointAlong(const Vec3<S>& u, const Vec3<S>& ud, const Vec3<S>& reach_a,
                const Vec3<S>& dreach_a, const Vec3<S>& reach_b, const Vec3<S>& dreach_b,
                ConstraintTerms<S>& out) {
    out.J_a << -u.transpose(), -reach_a.cross(u).transpose();
    out.J_b << u.transpose(), reach_b.cross(u).transpose();
    out.Jdot_a << -ud.transpose(), -(dreach_a.cross(u) + reach_a.cross(ud)).transpose();
    out.Jdot_b << ud.transpose(), (dreach_b.cross(u) + reach_b.cross(ud)).transpose();
}

/// An ellipsoid E = R diag(a^2, b^2, c^2) R^T about B lies on the plane through A with the normal
/// n: it touches at rho = -E n / h, h^2 = n . E n. The rate of rho is that of the point of contact,
/// which is no point of the body.
template <typename S>
void contact(const Constraint& c, const Points<S>& p, const BodyKinematics<S>& a,
             const BodyKinematics<S>& b, ConstraintTerms<S>& out) {
    using std::sqrt;
    const Vec3<S> n = a.R * c.n_a.cast<S>();
    const Vec3<S> nd = a.w.cross(n);
    const Mat3<S> E = b.R * c.squares.cast<S>() * b.R.transpose();
    const Vec3<S> g = E * n;
    const Vec3<S> nRelative = nd - b.w.cross(n);
    const Vec3<S> gd = b.w.cross(g) + E * nRelative;
    const S h = sqrt(n.dot(g));
    const S hd = (nd.dot(g) + n.dot(gd)) / (S(2) * h);
    const Vec3<S> rho = -g / h, rhod = g * (hd / (h * h)) - gd / h;
    const bool touches = c.kind == Constraint::Kind::Touch;
    const Vec3<S> u = touches ? n : Vec3<S>(a.R * c.x_a.cast<S>());
    pointAlong<S>(u, a.w.cross(u), p.d + p.s_a + rho, p.dd + p.sd_a + rhod, p.s_b + rho,
                  p.sd_b + rhod, out);
    if (touches) out.Phi[0] = n.dot(p.d) - h;
    // A disc has no point of contact where it lies flat: the run ends there.
    if (h < S(flatDisc) * static_cast<S>(c.length))
        out.Jdot_b.setConstant(S(std::numeric_limits<double>::quiet_NaN()));
}

/// Point B does not move along y_b.
template <typename S>
void edge(const Constraint& c, const Points<S>& p, const BodyKinematics<S>& b,
          ConstraintTerms<S>& out) {
    const Vec3<S> y = b.R * c.y_b.cast<S>();
    pointAlong<S>(y, b.w.cross(y), p.d + p.s_a, p.dd + p.sd_a, p.s_b, p.sd_b, out);
}

/// A point or the centre of a roller B at a distance from a curve in the plane of A, measured along
/// the normal n at the nearest place. Exact off the constraint, too: n' has no part along n, and
/// the tangent is perpendicular to what lies between.
template <typename S>
void curve(const Constraint& c, const Points<S>& p, const BodyKinematics<S>& a,
           ConstraintTerms<S>& out) {
    const Vec3<S> x = a.R * c.x_a.cast<S>(), y = a.R * c.n_a.cross(c.x_a).cast<S>();
    const CurveFoot<S> foot = c.curve->template nearest<S>({x.dot(p.d), y.dot(p.d)});
    const S side = static_cast<S>(c.curve->side());
    const Vec3<S> t = foot.t[0] * x + foot.t[1] * y;
    const Vec3<S> n = side * (foot.t[0] * y - foot.t[1] * x);
    const S gap = n.dot(p.d) - (n.dot(x) * foot.c[0] + n.dot(y) * foot.c[1]);
    const S bend = side * foot.curvature;
    const S speed = t.dot(p.dd - a.w.cross(p.d)) / (S(1) - bend * gap);  // of the nearest place
    pointAlong<S>(n, a.w.cross(n) - bend * speed * t, p.d + p.s_a, p.dd + p.sd_a, p.s_b, p.sd_b,
                  out);
    out.Phi[0] = gap - static_cast<S>(c.length);
}

/// A plane through B with the normal m lies on a convex curve in the plane of A: its nearest place
/// is where the tangent is perpendicular to m.
template <typename S>
void face(const Constraint& c, const Points<S>& p, const BodyKinematics<S>& a,
          const BodyKinematics<S>& b, ConstraintTerms<S>& out) {
    const Vec3<S> x = a.R * c.x_a.cast<S>(), y = a.R * c.n_a.cross(c.x_a).cast<S>();
    const Vec3<S> m = b.R * c.y_b.cast<S>();
    const CurveFoot<S> foot = c.curve->template lowest<S>({x.dot(m), y.dot(m)});
    const Vec3<S> t = foot.t[0] * x + foot.t[1] * y;
    const Vec3<S> bend = foot.curvature * (foot.t[0] * y - foot.t[1] * x);
    const Vec3<S> C = foot.c[0] * x + foot.c[1] * y;
    const S speed = -t.dot(Vec3<S>(b.w - a.w).cross(m)) / m.dot(bend);  // of the nearest place
    const Vec3<S> onA = p.s_a + C, onB = p.s_b + C - p.d;
    const Vec3<S> donA = p.sd_a + a.w.cross(C) + speed * t;
    pointAlong<S>(-m, -b.w.cross(m), onA, donA, onB, donA + a.v - b.v, out);
    out.Phi[0] = m.dot(C - p.d);
}

/// The kinds that are not in lanes.
template <typename S>
void others(const Constraint& c, const Law::Value& known, const Points<S>& p,
            const BodyKinematics<S>& a, const BodyKinematics<S>& b, ConstraintTerms<S>& out) {
    switch (c.kind) {
        case Constraint::Kind::Coordinate:
            c.turns ? coupledAngle(c, known.f, a, b, out) : coupledDisplacement(c, p, a, out);
            break;
        case Constraint::Kind::Touch:
        case Constraint::Kind::Roll:
            contact(c, p, a, b, out);
            break;
        case Constraint::Kind::Edge:
            edge(c, p, b, out);
            break;
        case Constraint::Kind::Curve:
            curve(c, p, a, out);
            break;
        case Constraint::Kind::Face:
            face(c, p, a, b, out);
            break;
        default:
            assert(false);
    }
}

}  // namespace constraint_rows

/// @tparam C a constraint, or one with other numbers in each lane (`LaneConstraint`)
template <typename S, typename C>
void evaluateRows(const C& c, const Law::Value& known, const BodyKinematics<S>& a,
                  const BodyKinematics<S>& b, ConstraintTerms<S>& out, Needed needed) {
    const auto clear = [rows = c.rows()](auto& values) {
        values.resize(rows, values.cols());
        // All that it has room for: a loop of a constant length is a few instructions.
        std::fill_n(values.data(), values.MaxSizeAtCompileTime, S(0));
    };
    for (auto* column : {&out.Phi, &out.Phi_t, &out.gamma}) clear(*column);
    for (auto* block : {&out.J_a, &out.J_b, &out.Jdot_a, &out.Jdot_b})
        if (c.kind == Constraint::Kind::Point)  // which writes all of those that are needed
            block->resize(c.rows(), block->cols());
        else
            clear(*block);
    const constraint_rows::Points<S> p(c, a, b);
    switch (c.kind) {
        case Constraint::Kind::Point:
            constraint_rows::point(c, p, a, out, needed);
            break;
        case Constraint::Kind::Angle:
            constraint_rows::angle(c, known, a, b, out);
            break;
        case Constraint::Kind::Offset:
            constraint_rows::offset(c, known, p, a, out);
            break;
        case Constraint::Kind::Distance:
            constraint_rows::distance(c, p, out);
            break;
        case Constraint::Kind::Twist:
            constraint_rows::twist(c, a, b, out);
            break;
        default:
            if constexpr (std::is_same_v<C, Constraint>)
                constraint_rows::others(c, known, p, a, b, out);
            else
                assert(false);
    }
    if (needed == Needed::Rows) return;
    out.gamma.noalias() -= out.Jdot_a * a.V();
    out.gamma.noalias() -= out.Jdot_b * b.V();
}

template <typename S>
void evaluate(const Constraint& c, const Law::Value& known, const BodyKinematics<S>& a,
              const BodyKinematics<S>& b, ConstraintTerms<S>& out, Needed needed) {
    evaluateRows(c, known, a, b, out, needed);
}

}  // namespace momentree
