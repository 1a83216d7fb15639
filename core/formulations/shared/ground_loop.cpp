// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/ground_loop.hpp"

namespace momentree {

template <typename S>
GroundLoop<S>::GroundLoop(const Model& model, double beta, ClosureSolver<S>& solver)
    : model_(model), beta_(static_cast<S>(beta)), solver_(solver) {
    if (model.tree.closureRows > 6) return;  // not used in this case
    rows_ = model.tree.closureRows;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        body_ = c.bodyA == ground ? c.bodyB : c.bodyA;
        if (c.isAngle()) continue;
        point_ = (c.bodyA == ground ? c.s_b : c.s_a).template cast<S>();
        return;
    }
}

template <typename S>
void GroundLoop<S>::evaluateRows(double t, std::span<const BodyKinematics<S>> bodies) {
    const Vec3<S> s = arm(bodies);
    const Vec3<S> sdot = at(bodies, body_).w.cross(s);
    int row = 0;
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        evaluate(c, motionOf(model_, c, t), at(bodies, c.bodyA), at(bodies, c.bodyB), terms_);
        const bool onB = c.bodyA == ground;
        for (int i = 0; i < c.rows(); ++i, ++row) {
            const Vec6<S> J = (onB ? terms_.J_b : terms_.J_a).row(i).transpose();
            const Vec6<S> Jdot = (onB ? terms_.Jdot_b : terms_.Jdot_a).row(i).transpose();
            const Vec3<S> f = J.template head<3>();
            Dc_.col(row) = shiftWrench<S>(-s, J);
            DcDot_.col(row) = shiftWrench<S>(-s, Jdot);
            DcDot_.col(row).template tail<3>() -= sdot.cross(f);
            Phi_[row] = terms_.Phi[i];
            Phi_t_[row] = terms_.Phi_t[i];
            gamma_[row] = terms_.gamma[i];
        }
    }
}

template <typename S>
void GroundLoop<S>::close(double t, std::span<const BodyKinematics<S>> bodies,
                          const TreeLink<S>& base, const V6<S>& V_t, const HandleMatrices<S>& xi,
                          HandleNode<S>& root) {
    evaluateRows(t, bodies);
    solve(base, V_t, Phi_t_ + beta_ * Phi_, xi, root);
}

template <typename S>
void GroundLoop<S>::closeAccelerations(double t, std::span<const BodyKinematics<S>> bodies,
                                       const TreeLink<S>& base, const V6<S>& c,
                                       const TreeLink<S>& end, const HandleMatrices<S>& xi,
                                       HandleNode<S>& root) {
    evaluateRows(t, bodies);
    const BodyKinematics<S>& last = at(bodies, body_);
    Vec6<S> V_2 = last.V();
    V_2.template head<3>() += last.w.cross(arm(bodies));
    const Vec6<S> PhiDot = Dc_.transpose() * V_2 + Phi_t_;
    const Vec3<S> turning = last.w.cross(last.w.cross(end.s.eigen()));
    const Vec6<S> rest = Dc_.template topRows<3>().transpose() * turning - gamma_ +
                         beta_ * (S(2) * PhiDot + beta_ * Phi_);
    solve(base, c, rest, xi, root);
}

template <typename S>
void GroundLoop<S>::solve(const TreeLink<S>& base, const V6<S>& V_t, const Vec6<S>& rest,
                          const HandleMatrices<S>& xi, HandleNode<S>& root) {
    Mat6<S> D = Mat6<S>::Zero();
    int locked = 0;
    visitJoint(
        [&](auto joint) {
            using Space = ConstraintSpace<decltype(joint), S>;
            locked = Space::all;
            D.template leftCols<Space::all>() = Space(base).basis();
        },
        base.joint);
    const Mat6<S> xi11 = xi.xi11.full(), xi12 = xi.xi12.full(), xi22 = xi.xi22.full();
    Mat6<S> eta11 = D.transpose() * xi11 * D;
    eta11.diagonal().tail(6 - locked).setOnes();
    const Mat6<S> eta12 = D.transpose() * xi12 * Dc_, eta22 = Dc_.transpose() * xi22 * Dc_;
    const Vec6<S> gap1 = D.transpose() * (root.xi10 - V_t).eigen();
    const Vec6<S> gap2 = Dc_.transpose() * root.xi20.eigen() + rest;
    base_.compute(eta11);
    const Mat6<S> X = base_.solve(eta12);
    const Vec6<S> x = base_.solve(gap1);
    const Mat6<S> reduced = eta22 - eta12.transpose() * X;
    const Vec6<S> gap = gap2 - eta12.transpose() * x;
    const std::vector<int>& rows = solver_.active();
    const auto count = static_cast<Eigen::Index>(rows.size());
    Sc_.resize(count, count), sigma_.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const int k = rows[static_cast<std::size_t>(i)];
        for (Eigen::Index j = 0; j <= i; ++j)
            Sc_(i, j) = reduced(k, rows[static_cast<std::size_t>(j)]);
        sigma_[i] = asked_ != nullptr ? -(*asked_)[i] : -gap[k];
    }
    solver_.factorise(Sc_);
    solver_.solveInPlace(sigma_);
    sigma2_.setZero();
    for (Eigen::Index i = 0; i < count; ++i) sigma2_[rows[static_cast<std::size_t>(i)]] = sigma_[i];
    const Vec6<S> sigma1 = -x - X * sigma2_;
    root.T_1 = V6<S>::of(Vec6<S>(D * sigma1));
    root.T_2 = V6<S>::of(Vec6<S>(Dc_ * sigma2_));
}

template <typename S>
Vec6<S> GroundLoop<S>::load(double t, std::span<const BodyKinematics<S>> bodies) {
    evaluateRows(t, bodies);
    const BodyKinematics<S>& end = at(bodies, body_);
    const Vec3<S> t_c = Dc_.template topRows<3>() * sigma2_;
    const Vec3<S> v_c = end.v + end.w.cross(arm(bodies));
    Vec6<S> Qb_2 = DcDot_ * sigma2_;
    Qb_2.template tail<3>() += v_c.cross(t_c);
    return Qb_2;
}

template class GroundLoop<double>;
template class GroundLoop<float>;

}  // namespace momentree
