// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/aba.hpp"

#include "core/formulations/body_step.hpp"
#include "core/formulations/tree_state.hpp"

namespace momentree {
namespace {

/// One body of the recursion: all quantities in its own tree axes about its origin O_k, symbols of
/// THEORY 5. Accelerations are rates of V in axes that turn with the body.
template <typename S>
struct Link : BodyStep<S> {
    Mat6<S> M;        ///< own inertia, constant
    Mat6<S> E;        ///< motion subspace in the first nu columns
    Vec6<S> V, c;     ///< velocity, velocity product
    Mat6<S> IA;       ///< articulated inertia
    Mat6<S> U, Dinv;  ///< IA E and (E^T IA E)^-1 in the first columns
    Vec6<S> Ia_c;     ///< (IA - U Dinv U^T) c
    Vec6<S> bias;     ///< V x* M V - Q, the body's own part of pA
    Vec6<S> pA;       ///< articulated bias wrench
    Vec6<S> us;       ///< -E^T pA
    Vec6<S> A;        ///< acceleration
};

/// V x m: rate of a motion vector fixed to a frame that moves with V.
template <typename S>
Vec6<S> motionCross(const Vec6<S>& V, const Vec6<S>& m) {
    const Vec3<S> v = V.template head<3>(), w = V.template tail<3>();
    const Vec3<S> linear = m.template head<3>(), angular = m.template tail<3>();
    Vec6<S> rate;
    rate.template head<3>() = w.cross(linear) + v.cross(angular);
    rate.template tail<3>() = w.cross(angular);
    return rate;
}

/// V x* P: rate of a momentum or wrench fixed to a frame that moves with V.
template <typename S>
Vec6<S> wrenchCross(const Vec6<S>& V, const Vec6<S>& P) {
    const Vec3<S> v = V.template head<3>(), w = V.template tail<3>();
    const Vec3<S> p_l = P.template head<3>(), p_a = P.template tail<3>();
    Vec6<S> rate;
    rate.template head<3>() = w.cross(p_l);
    rate.template tail<3>() = v.cross(p_l) + w.cross(p_a);
    return rate;
}

template <typename S>
class Aba final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Aba(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          tree_(model_->tree),
          state_(*model_, beta),
          closure_(*model_, beta),
          links_(tree_.bodies.size()),
          response_(model_->bodies.size()) {}

    int size() const override { return tree_.nq + tree_.nu; }
    int positionSize() const override { return tree_.nq; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        for (std::size_t i = 0; i < links_.size(); ++i)
            links_[i].M = state_.template inertiaAtOrigin<S>(tree_.bodies[i]);
        Result<void> started = state_.start(initial, y);
        y.tail(tree_.nu) = state_.u;
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        kinematics(t, y);  // R, r, E, V, c, qdot
        rates(y, ydot);
        clock.lap(Phase::Kinematics);
        bias(t);  // V x* M V - Q
        clock.lap(Phase::Initialise);
        articulateInertia();  // IA, leaves to root
        clock.lap(Phase::Assembly);
        closeLoops(t, ydot);  // lambda of the cut joints
        clock.lap(Phase::Base);
        forces(true);               // pA, leaves to root
        accelerations(true, ydot);  // udot, root to leaves
        clock.lap(Phase::Disassembly);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        state_.place(t, y);
        state_.remember();
    }

    void observe(double t, const In& y, Sample& out) override {
        kinematics(t, y);
        state_.observe(t, out);
    }

private:
    /// V = X V_a + vJ with vJ = E u + V_t, c = V x vJ + Edot u + V_t'.
    void kinematics(double t, const In& y) {
        state_.place(t, y);
        for (std::size_t i = 0; i < links_.size(); ++i) {
            Link<S>& k = links_[i];
            const TreeLink<S>& placed = state_.links[i];
            const TreeBody& body = tree_.bodies[i];
            k.R_rel = placed.R_rel;
            k.r = placed.r_rel;
            k.c.setZero();
            if (body.motion >= 0)
                k.c = prescribedAcceleration(body, prescribedOf<S>(*model_, body, t));
            Vec6<S> vJ = placed.V_t;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const S* q = y.data() + body.firstQ;
                        const S* u = y.data() + tree_.nq + body.firstU;
                        const Mat6N<S, nu> E = joint.template E<S>(q);
                        vJ.noalias() += E * Eigen::Map<const VecN<S, nu>>(u);
                        k.c.noalias() +=
                            joint.template Edot<S>(q, u) * Eigen::Map<const VecN<S, nu>>(u);
                        k.E.template leftCols<nu>() = E;
                    }
                },
                body.joint);
            k.V = vJ;
            if (body.parent != ground) k.V += outboard<S>(k, parent(i).V);
            k.c += motionCross(k.V, vJ);
            state_.setVelocity(i, rotate(placed.R, k.V));
        }
    }

    void rates(const In& y, Out ydot) const {
        for (const TreeBody& body : tree_.bodies) {
            std::visit(
                [&](auto joint) {
                    joint.template rates<S>(y.data() + body.firstQ,
                                            y.data() + tree_.nq + body.firstU,
                                            ydot.data() + body.firstQ);
                },
                body.joint);
        }
    }

    void bias(double t) {
        const std::span<Vec6<S>> Q = state_.loads(t);
        for (std::size_t i = 0; i < links_.size(); ++i) {
            Link<S>& k = links_[i];
            const Vec6<S> P = k.M * k.V;
            k.bias = wrenchCross(k.V, P) -
                     state_.toTree(i, Q[static_cast<std::size_t>(tree_.bodies[i].body)]);
            k.pA = k.bias;
        }
    }

    /// U = IA E, D = E^T U, Ia = IA - U D^-1 U^T, IA_a += X^T Ia X.
    void articulateInertia() {
        for (Link<S>& k : links_) k.IA = k.M;
        for (std::size_t i = links_.size(); i-- > 0;) {
            Link<S>& k = links_[i];
            Mat6<S> Ia = k.IA;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const Mat6N<S, nu> E = k.E.template leftCols<nu>();
                        const Mat6N<S, nu> U = k.IA * E;
                        const Eigen::Matrix<S, nu, nu> Dinv = (E.transpose() * U).inverse();
                        k.U.template leftCols<nu>() = U;
                        k.Dinv.template topLeftCorner<nu, nu>() = Dinv;
                        Ia.noalias() -= U * Dinv * U.transpose();
                    }
                },
                tree_.bodies[i].joint);
            k.Ia_c.noalias() = Ia * k.c;
            if (tree_.bodies[i].parent != ground) parent(i).IA += inboardInertia<S>(k, Ia);
        }
    }

    /// us = -E^T pA, pa = pA + Ia c + U D^-1 us, pA_a += X^T pa; without c if the system does not
    /// move.
    void forces(bool moving) {
        for (std::size_t i = links_.size(); i-- > 0;) {
            Link<S>& k = links_[i];
            Vec6<S> pa = k.pA;
            if (moving) pa += k.Ia_c;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const VecN<S, nu> us = -k.E.template leftCols<nu>().transpose() * k.pA;
                        k.us.template head<nu>() = us;
                        pa.noalias() += k.U.template leftCols<nu>() *
                                        (k.Dinv.template topLeftCorner<nu, nu>() * us);
                    }
                },
                tree_.bodies[i].joint);
            if (tree_.bodies[i].parent != ground) parent(i).pA += inboard<S>(k, pa);
        }
    }

    /// A' = X A_a + c, udot = D^-1 (us - U^T A'), A = A' + E udot. Writes the tail of ydot.
    void accelerations(bool moving, Out ydot) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            Link<S>& k = links_[i];
            Vec6<S> A = Vec6<S>::Zero();
            if (tree_.bodies[i].parent != ground) A = outboard<S>(k, parent(i).A);
            if (moving) A += k.c;
            k.A = A;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const VecN<S, nu> rest =
                            k.us.template head<nu>() - k.U.template leftCols<nu>().transpose() * A;
                        auto udot = ydot.template segment<nu>(tree_.nq + tree_.bodies[i].firstU);
                        udot.noalias() = k.Dinv.template topLeftCorner<nu, nu>() * rest;
                        k.A.noalias() += k.E.template leftCols<nu>() * udot;
                    }
                },
                tree_.bodies[i].joint);
        }
    }

    /// THEORY 3.9 one derivative higher, with this recursion as the tree solver: adds J^T lambda to
    /// pA, Sc lambda = J A + 2 beta Phi' + beta^2 Phi - gamma.
    void closeLoops(double t, Out ydot) {
        if (closure_.rows() == 0) return;
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            setWrenches(closure_.unitWrenches(row));
            forces(false);
            accelerations(false, ydot);
            respond(false);
            closure_.column(row, response_);
        }
        for (Link<S>& k : links_) k.pA = k.bias;
        forces(true);
        accelerations(true, ydot);
        respond(true);
        closure_.accelerationGap(state_.bodies, response_);
        closure_.solve();
        setWrenches(closure_.impulseWrenches());
        for (Link<S>& k : links_) k.pA += k.bias;
    }

    void setWrenches(std::span<const Vec6<S>> wrenches) {
        for (std::size_t i = 0; i < links_.size(); ++i)
            links_[i].pA =
                state_.toTree(i, wrenches[static_cast<std::size_t>(tree_.bodies[i].body)]);
    }

    /// Accelerations of the centres of mass, world axes, in the velocities of `response_`.
    void respond(bool moving) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const Link<S>& k = links_[i];
            const TreeBody& body = tree_.bodies[i];
            const Vec3<S> s = body.c.template cast<S>();
            Vec6<S> A = shiftVelocity<S>(s, k.A);
            if (moving) {
                const Vec6<S> V = shiftVelocity<S>(s, k.V);
                A.template head<3>() += V.template tail<3>().cross(V.template head<3>());
            }
            BodyKinematics<S>& out = response_[static_cast<std::size_t>(body.body)];
            out.v = state_.links[i].R * A.template head<3>();
            out.w = state_.links[i].R * A.template tail<3>();
        }
    }

    Link<S>& parent(std::size_t i) {
        return links_[static_cast<std::size_t>(tree_.bodies[i].parent)];
    }

    std::shared_ptr<const Model> model_;
    const Tree& tree_;
    TreeState<S> state_;
    Closure<S> closure_;
    std::vector<Link<S>> links_;
    std::vector<BodyKinematics<S>> response_;  ///< [bodies] accelerations where velocities are
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeAba(std::shared_ptr<const Model> model,
                                           const RunSpec& spec) {
    return std::make_unique<Aba<double>>(std::move(model), spec.baumgarte);
}

std::string abaRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
