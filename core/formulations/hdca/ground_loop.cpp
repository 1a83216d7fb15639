// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/ground_loop.hpp"

namespace momentree {

template <typename S>
GroundLoop<S>::GroundLoop(const Model& model, double beta)
    : model_(model), beta_(static_cast<S>(beta)), radius_(static_cast<S>(radiusOfGyration(model))) {
    if (model.tree.closureRows > 6) return;  // not used in this case
    scale_ = closureScale<S>(model);
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        body_ = c.bodyA == ground ? c.bodyB : c.bodyA;
        if (c.kind == Constraint::Kind::Angle) continue;
        point_ = (c.bodyA == ground ? c.s_b : c.s_a).template cast<S>();
        return;
    }
}

template <typename S>
void GroundLoop<S>::evaluateRows(double t, std::span<const BodyKinematics<S>> bodies) {
    const Vec3<S> s = arm(bodies);
    const Vec3<S> sdot = at(bodies, body_).w.cross(s);
    Dc_.resize(6, model_.tree.closureRows);
    DcDot_.resize(6, model_.tree.closureRows);
    Phi_.resize(model_.tree.closureRows);
    Phi_t_.resize(model_.tree.closureRows);
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
        }
    }
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
