// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/links.hpp"

#include <limits>
#include <map>
#include <numeric>

#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Constraints of a joint share a block. Motions belong to the joint they drive or have separate
/// blocks. Constraints that keep point masses from rotating belong to none.
int blockOf(const Model& model, const Constraint& c) {
    if (c.joint >= 0) return c.joint;
    if (c.motion < 0) return -1;
    const int driven = model.motions[static_cast<std::size_t>(c.motion)].joint;
    return driven >= 0 ? driven : static_cast<int>(model.joints.size()) + c.motion;
}

/// Constants of an axial load in Newton's matrix.
double stiffnessAlong(const AxialLoad& load) { return load.k + load.controller.proportional; }
double dampingAlong(const AxialLoad& load) {
    return load.c + (load.controller.rateState < 0 ? load.controller.derivative : 0.0);
}

}  // namespace

template <typename S>
Index3Rows<S>::Index3Rows(const Model& model, Index3Rule rule) : model_(model), rule_(rule) {
    addLinks();
    numberRows();
    listTouches();
    listInertias();
}

template <typename S>
void Index3Rows<S>::numberRows() {
    int rows = 0;
    rowOf.assign(model_.constraints.size(), 0);
    for (Index3Link& link : links) {
        link.firstRow = rows;
        for (const int k : link.constraints) {
            rowOf[static_cast<std::size_t>(k)] = rows;
            rows += model_.constraints[static_cast<std::size_t>(k)].rows();
        }
        if (link.constraints.empty()) rows += link.bushing >= 0 ? 6 : 1;
        link.rows = rows - link.firstRow;
    }
    for (auto* side : {&P_a, &P_b}) side->assign(static_cast<std::size_t>(rows), Vec6<S>::Zero());
    for (VectorX* v : {&Phi, &Phi_t, &gamma, &compliance}) v->setZero(rows);
}

template <typename S>
void Index3Rows<S>::listTouches() {
    touches_.resize(model_.bodies.size());
    points_.resize(model_.bodies.size());
    for (const Index3Link& link : links) {
        if (link.constraints.empty()) continue;
        if (link.bodyA != ground)
            touches_[static_cast<std::size_t>(link.bodyA)].push_back(
                {link.firstRow, link.rows, false});
        if (link.bodyB != ground)
            touches_[static_cast<std::size_t>(link.bodyB)].push_back(
                {link.firstRow, link.rows, true});
    }
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        if (c.kind != Constraint::Kind::Point || c.carried) continue;
        const Matrix3d* const axes = c.inclined ? &c.axes : nullptr;
        if (c.bodyA != ground)
            points_[static_cast<std::size_t>(c.bodyA)].push_back(
                {c.s_a.cast<S>(), rowOf[k], S(-1), axes});
        if (c.bodyB != ground)
            points_[static_cast<std::size_t>(c.bodyB)].push_back(
                {c.s_b.cast<S>(), rowOf[k], S(1), axes});
    }
}

template <typename S>
void Index3Rows<S>::addLinks() {
    std::map<std::tuple<int, int, int>, std::size_t> known;
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const auto key =
            std::tuple(blockOf(model_, c), std::min(c.bodyA, c.bodyB), std::max(c.bodyA, c.bodyB));
        const auto [entry, isNew] = known.emplace(key, links.size());
        if (isNew) links.push_back({.bodyA = c.bodyA, .bodyB = c.bodyB, .constraints = {}});
        links[entry->second].constraints.push_back(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < model_.springs.size(); ++k) {
        const SpringDamper& s = model_.springs[k];
        if (tangentOf(s.k, s.c, 1.0) > 0.0)
            links.push_back({.bodyA = s.A.body,
                             .bodyB = s.B.body,
                             .constraints = {},
                             .spring = static_cast<int>(k)});
    }
    for (std::size_t k = 0; k < model_.axialLoads.size(); ++k) {
        const AxialLoad& s = model_.axialLoads[k];
        if (tangentOf(stiffnessAlong(s), dampingAlong(s), 1.0) > 0.0 ||
            (rule_.damping > 0.0 && s.characteristic.hasPower()))
            links.push_back({.bodyA = s.A.body,
                             .bodyB = s.B.body,
                             .constraints = {},
                             .axial = static_cast<int>(k)});
    }
    for (std::size_t k = 0; k < model_.bushings.size(); ++k) {
        const Bushing& b = model_.bushings[k];
        if (tangentOf(b.K.diagonal().maxCoeff(), b.C.diagonal().maxCoeff(), 1.0) > 0.0)
            links.push_back({.bodyA = b.A.body,
                             .bodyB = b.B.body,
                             .constraints = {},
                             .bushing = static_cast<int>(k)});
    }
}

template <typename S>
void Index3Rows<S>::evaluate(int link, double t, Bodies bodies) {
    const Index3Link& own = links[static_cast<std::size_t>(link)];
    if (own.bushing >= 0) {
        evaluateBushing(own, bodies);
    } else if (own.constraints.empty()) {
        evaluateLoad(own, bodies);
        softenByRate(own, bodies);
    } else {
        evaluateJoint(own, t, bodies, false);
        skipRows(own);
    }
}

template <typename S>
void Index3Rows<S>::evaluateRates(int link, double t, Bodies bodies) {
    const Index3Link& own = links[static_cast<std::size_t>(link)];
    if (own.constraints.empty()) return;
    evaluateJoint(own, t, bodies, true);
    skipRows(own);
}

template <typename S>
void Index3Rows<S>::clearLoad(int link) {
    const Index3Link& own = links[static_cast<std::size_t>(link)];
    if (!own.constraints.empty()) return;
    for (int r = own.firstRow; r < own.firstRow + own.rows; ++r) {
        P_a[static_cast<std::size_t>(r)].setZero();
        P_b[static_cast<std::size_t>(r)].setZero();
    }
}

template <typename S>
void Index3Rows<S>::leaveOut(const std::vector<char>& left, const VectorX& kept) {
    left_ = left;
    kept_ = kept;
}

template <typename S>
void Index3Rows<S>::skipRows(const Index3Link& link) {
    if (left_.empty()) return;
    for (int r = link.firstRow; r < link.firstRow + link.rows; ++r) {
        const auto row = static_cast<std::size_t>(r);
        Phi[r] -= kept_[r];
        if (!left_[row]) continue;
        P_a[row].setZero(), P_b[row].setZero();
        Phi[r] = Phi_t[r] = gamma[r] = S(0);
    }
}

template <typename S>
Vec6<S> Index3Rows<S>::wrenchOn(int body, const VectorX& lambda) const {
    Vec6<S> sum = Vec6<S>::Zero();
    for (const Touch& touch : touches_[static_cast<std::size_t>(body)]) {
        const Vec6<S>* const P = (touch.onB ? P_b : P_a).data();
        for (int r = touch.firstRow; r < touch.firstRow + touch.rows; ++r) sum += lambda[r] * P[r];
    }
    return sum;
}

template <typename S>
Mat3<S> Index3Rows<S>::stiffnessOf(int body, const Mat3<S>& R, const VectorX& lambda) const {
    Mat3<S> sum = Mat3<S>::Zero();
    for (const Point& point : points_[static_cast<std::size_t>(body)]) {
        Vec3<S> force = point.sign * lambda.template segment<3>(point.row);
        if (point.axes != nullptr) force = (point.axes->template cast<S>() * force).eval();
        const Vec3<S> s = R * point.arm;
        sum += s * force.transpose();
        sum.diagonal().array() -= s.dot(force);
    }
    return sum;
}

template <typename S>
void Index3Rows<S>::velocityGap(int link, Bodies bodies, VectorX& gap) const {
    const Index3Link& own = links[static_cast<std::size_t>(link)];
    if (own.constraints.empty()) return;
    const Vec6<S> V_a = at(bodies, own.bodyA).V(), V_b = at(bodies, own.bodyB).V();
    for (int r = own.firstRow; r < own.firstRow + own.rows; ++r) {
        const auto row = static_cast<std::size_t>(r);
        gap[r] = Phi_t[r] + P_a[row].dot(V_a) + P_b[row].dot(V_b);
    }
}

template <typename S>
void Index3Rows<S>::evaluateJoint(const Index3Link& link, double t, Bodies bodies, bool rates) {
    ConstraintTerms<S> terms;
    int row = link.firstRow;
    for (const int k : link.constraints) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        if (c.kind == Constraint::Kind::Point && !c.inclined && !(c.carried && carries_)) {
            evaluatePoint(c, row, at(bodies, c.bodyA), at(bodies, c.bodyB), rates);
            row += 3;
            continue;
        }
        if (c.kind == Constraint::Kind::Angle && c.motion < 0 && c.bodyA == link.bodyA) {
            evaluateAngle(c, row, at(bodies, c.bodyA), at(bodies, c.bodyB), rates);
            ++row;
            continue;
        }
        momentree::evaluate(c, motionOf(model_, c, t), at(bodies, c.bodyA), at(bodies, c.bodyB),
                            terms);
        const bool swapped = c.bodyA != link.bodyA;
        for (int r = 0; r < c.rows(); ++r, ++row) {
            const auto slot = static_cast<std::size_t>(row);
            P_a[slot] = (swapped ? terms.J_b : terms.J_a).row(r);
            P_b[slot] = (swapped ? terms.J_a : terms.J_b).row(r);
            Phi[row] = terms.Phi[r];
            if (!rates) continue;
            Phi_t[row] = terms.Phi_t[r];
            gamma[row] = terms.gamma[r];
        }
    }
}

/// The point constraint of all joints with a common point, written out because chains spend most
/// time here.
template <typename S>
void Index3Rows<S>::evaluatePoint(const Constraint& c, int row, const BodyKinematics<S>& a,
                                  const BodyKinematics<S>& b, bool rates) {
    const Vec3<S> s_a = a.R * c.s_a.cast<S>(), s_b = b.R * c.s_b.cast<S>();
    const auto arm = [](Vec6<S>* P, const Vec3<S>& s) {
        P[0].template tail<3>() << S(0), s.z(), -s.y();
        P[1].template tail<3>() << -s.z(), S(0), s.x();
        P[2].template tail<3>() << s.y(), -s.x(), S(0);
    };
    Vec6<S>* const onA = P_a.data() + row;
    Vec6<S>* const onB = P_b.data() + row;
    for (int k = 0; k < 3; ++k) {
        onA[k].template head<3>() = -Vec3<S>::Unit(k);
        onB[k].template head<3>() = Vec3<S>::Unit(k);
    }
    arm(onA, -s_a);
    arm(onB, s_b);
    Phi.template segment<3>(row) = b.r + s_b - a.r - s_a;
    if (rates)
        gamma.template segment<3>(row) = a.w.cross(a.w.cross(s_a)) - b.w.cross(b.w.cross(s_b));
}

/// The same for an angle without a motion.
template <typename S>
void Index3Rows<S>::evaluateAngle(const Constraint& c, int row, const BodyKinematics<S>& a,
                                  const BodyKinematics<S>& b, bool rates) {
    const Vec3<S> x = a.R * c.x_a.cast<S>(), y = b.R * c.y_b.cast<S>();
    const Vec3<S> normal = x.cross(y);
    P_a[static_cast<std::size_t>(row)].template tail<3>() = normal;
    P_b[static_cast<std::size_t>(row)].template tail<3>() = -normal;
    Phi[row] = x.dot(y);
    if (!rates) return;
    const Vec3<S> turning = a.w.cross(x).cross(y) + x.cross(b.w.cross(y));
    gamma[row] = turning.dot(b.w - a.w);
}

template <typename S>
void Index3Rows<S>::evaluateLoad(const Index3Link& link, Bodies bodies) {
    const auto row = static_cast<std::size_t>(link.firstRow);
    const bool isSpring = link.spring >= 0;
    const auto load = static_cast<std::size_t>(isSpring ? link.spring : link.axial);
    const Marker& markerA = isSpring ? model_.springs[load].A : model_.axialLoads[load].A;
    const Marker& markerB = isSpring ? model_.springs[load].B : model_.axialLoads[load].B;
    const MarkerKinematics<S> A = markerKinematics(markerA, bodies);
    const MarkerKinematics<S> B = markerKinematics(markerB, bodies);
    const Vec3<S> z = A.R.col(2);
    if (!isSpring && model_.axialLoads[load].torque) {
        P_a[row] << Vec3<S>::Zero(), -z;
        P_b[row] << Vec3<S>::Zero(), z;
        return;
    }
    const Vec3<S> d = B.r - A.r;
    const S l = d.norm();
    const Vec3<S> e = !isSpring ? z : l > S(0) ? Vec3<S>(d / l) : Vec3<S>::Zero();
    const Vec3<S> arm = isSpring ? A.arm : Vec3<S>(A.arm + d);
    P_a[row] << -e, -arm.cross(e);
    P_b[row] << e, B.arm.cross(e);
}

/// Without what its matrices couple: Newton's matrix need not be exact.
template <typename S>
void Index3Rows<S>::evaluateBushing(const Index3Link& link, Bodies bodies) {
    const Bushing& bushing = model_.bushings[static_cast<std::size_t>(link.bushing)];
    const MarkerKinematics<S> A = markerKinematics(bushing.A, bodies);
    const MarkerKinematics<S> B = markerKinematics(bushing.B, bodies);
    const Vec3<S> arm = A.arm + (B.r - A.r);
    for (int k = 0; k < 3; ++k) {
        const Vec3<S> e = A.R.col(k);
        const auto row = static_cast<std::size_t>(link.firstRow + k);
        P_a[row] << -e, -arm.cross(e);
        P_b[row] << e, B.arm.cross(e);
        P_a[row + 3] << Vec3<S>::Zero(), -e;
        P_b[row + 3] << Vec3<S>::Zero(), e;
    }
}

/// Sets 1 / kappa of a row of a load; one that neither springs nor damps now is very compliant
/// beside the inertia of the lighter body.
template <typename S>
void Index3Rows<S>::soften(const Index3Link& link, int row, bool turns, double k, double c) {
    double least = std::numeric_limits<double>::infinity();
    for (const int index : {link.bodyA, link.bodyB}) {
        if (index == ground) continue;
        const Body& body = model_.bodies[static_cast<std::size_t>(index)];
        least = std::min(least, turns ? body.J_C.trace() / 3.0 : body.mass);
    }
    compliance[row] = static_cast<S>(1.0 / std::max(tangentOf(k, c, step_), 1e-9 * least));
}

/// Friction and motors damp by their slope at the present rate.
template <typename S>
void Index3Rows<S>::softenByRate(const Index3Link& link, Bodies bodies) {
    if (link.axial < 0 || step_ == 0.0) return;
    const AxialLoad& load = model_.axialLoads[static_cast<std::size_t>(link.axial)];
    const Characteristic& own = load.characteristic;
    if (!own.hasPower()) return;
    const auto row = static_cast<std::size_t>(link.firstRow);
    const auto u = static_cast<double>(P_a[row].dot(at(bodies, link.bodyA).V()) +
                                       P_b[row].dot(at(bodies, link.bodyB).V()));
    double c = dampingAlong(load);
    if (!own.friction.empty()) c -= own.friction.at(u).df;
    if (!own.motor.empty()) c -= own.motor.at(u).df;
    soften(link, link.firstRow, load.torque, stiffnessAlong(load), c);
}

/// Inertia of one of its bodies along the rows of a constraint: its mass, or for angles its moment
/// of inertia about the joint.
template <typename S>
double Index3Rows<S>::inertiaOf(const Constraint& c, int index, const Vector3d& arm) const {
    const Body& body = model_.bodies[static_cast<std::size_t>(index)];
    return c.isAngle() ? body.J_C.trace() / 3.0 + body.mass * arm.squaredNorm() : body.mass;
}

/// An iteration leaves 1 / (kappa m) of what opens a joint that carries the mass m: at most 1e-5.
/// The pivots of redundant rows are rounding errors of the rows of light bodies, which must stay
/// below 1 / kappa.
template <typename S>
void Index3Rows<S>::listInertias() {
    constexpr double stiffEnough = 1e5;
    constexpr double rounding = 300.0 * std::numeric_limits<double>::epsilon();
    std::vector<int> root(model_.bodies.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[toIndex(i)] != i) i = root[toIndex(i)];
        return i;
    };
    for (const Constraint& c : model_.constraints)
        if (c.bodyA != ground && c.bodyB != ground) root[toIndex(find(c.bodyA))] = find(c.bodyB);
    struct Span {
        double least = std::numeric_limits<double>::infinity(), most = 0.0;
        void add(double x) { least = std::min(least, x), most = std::max(most, x); }
    };
    std::vector<Span> masses(root.size()), turning(root.size());
    const auto of = [&](const Constraint& c) -> Span& {
        return (c.isAngle() ? turning
                            : masses)[toIndex(find(c.bodyA != ground ? c.bodyA : c.bodyB))];
    };
    std::vector<Span> own;
    for (const Constraint& c : model_.constraints) {
        Span& both = own.emplace_back();
        if (c.bodyA != ground) both.add(inertiaOf(c, c.bodyA, c.s_a));
        if (c.bodyB != ground) both.add(inertiaOf(c, c.bodyB, c.s_b));
        of(c).add(both.least), of(c).add(both.most);
    }
    for (std::size_t k = 0; k < own.size(); ++k) {
        // Single precision leaves no room between them.
        if (std::is_same_v<S, float>) {
            limits_.push_back({.heavier = own[k].most});
            continue;
        }
        const Span& all = of(model_.constraints[k]);
        limits_.push_back({own[k].most, own[k].least / rounding, all.most,
                           std::min(stiffEnough, all.least / all.most / rounding)});
    }
}

template <typename S>
void Index3Rows<S>::setCompliance(double penalty, double step) {
    step_ = step;
    for (const Index3Link& link : links) {
        for (const int k : link.constraints) {
            const auto at = static_cast<std::size_t>(k);
            const double kappa = limits_[at].stiffness(penalty);
            compliance.segment(rowOf[at], model_.constraints[at].rows())
                .setConstant(static_cast<S>(1.0 / kappa));
        }
        if (link.bushing >= 0) {
            const Bushing& b = model_.bushings[static_cast<std::size_t>(link.bushing)];
            for (int k = 0; k < 6; ++k)
                soften(link, link.firstRow + k, k >= 3, b.K(k, k), b.C(k, k));
        } else if (link.spring >= 0) {
            const SpringDamper& s = model_.springs[static_cast<std::size_t>(link.spring)];
            soften(link, link.firstRow, false, s.k, s.c);
        } else if (link.axial >= 0) {
            const AxialLoad& s = model_.axialLoads[static_cast<std::size_t>(link.axial)];
            soften(link, link.firstRow, s.torque, stiffnessAlong(s),
                   dampingAlong(s) + s.characteristic.friction.steepest());
        }
    }
}

template class Index3Rows<double>;
template class Index3Rows<float>;

}  // namespace momentree
