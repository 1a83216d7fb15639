// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/naudet.hpp"

#include "core/formulations/body_step.hpp"
#include "core/formulations/tree_state.hpp"

namespace momentree {
namespace {

/// One body of the recursion: all quantities in its own tree axes about its origin O_k, symbols of
/// THEORY 4.
template <typename S>
struct Link : BodyStep<S> {
    Mat6<S> M;          ///< own inertia, constant
    Vec6<S> V_t;        ///< prescribed velocity
    Mat6<S> E, Edot;    ///< motion subspace and its rate in the first nu columns
    Mat6<S> Mstar;      ///< M*, articulated inertia
    Mat6<S> ME, MjInv;  ///< M* E and (E^T M* E)^-1 in the first columns
    Vec6<S> MV_t;       ///< M' V_t
    Vec6<S> D, d;       ///< remainder momentum, E^T D
    Vec6<S> V, Pstar;   ///< velocity, articulated momentum
    Vec6<S> Tstar;      ///< accumulated wrench
};

template <typename S>
class Naudet final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Naudet(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          tree_(model_->tree),
          state_(*model_),
          closure_(*model_, beta),
          links_(tree_.bodies.size()) {}

    int size() const override { return tree_.nq + tree_.nu; }
    int positionSize() const override { return tree_.nq; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        for (std::size_t i = 0; i < links_.size(); ++i)
            links_[i].M = state_.template inertiaAtOrigin<S>(tree_.bodies[i]);
        return state_.start(initial, y);
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        kinematics(t, y);  // R, r, E, V_t
        clock.lap(Phase::Kinematics);
        for (Link<S>& k : links_) k.Mstar = k.M;  // M* = M
        clock.lap(Phase::Initialise);
        articulateInertia();  // M*, leaves to root
        clock.lap(Phase::Assembly);
        closeLoops(t, y);  // sigma of the cut joints, 3.9
        clock.lap(Phase::Base);
        momenta(y, closure_.impulseWrenches());  // D, leaves to root
        velocities(y, true);                     // u and V, root to leaves
        clock.lap(Phase::Disassembly);
        loads(t);                // T*, leaves to root
        momentumRates(y, ydot);  // qdot and pdot
        clock.lap(Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        if (closure_.rows() > 0) {
            solveVelocities(t, y);
            state_.writeMomenta(y);  // else sigma grows, and with it the error near singular poses
        } else {
            state_.place(t, y);
        }
        state_.remember();
    }

    void observe(double t, const In& y, Sample& out) override {
        solveVelocities(t, y);
        state_.observe(t, out);
    }

private:
    /// Everything up to u and V.
    void solveVelocities(double t, const In& y) {
        kinematics(t, y);
        for (Link<S>& k : links_) k.Mstar = k.M;
        articulateInertia();
        closeLoops(t, y);
        momenta(y, closure_.impulseWrenches());
        velocities(y, true);
    }

    void kinematics(double t, const In& y) {
        state_.place(t, y);
        for (std::size_t i = 0; i < links_.size(); ++i) {
            Link<S>& k = links_[i];
            const TreeLink<S>& placed = state_.links[i];
            k.R_rel = placed.R_rel;
            k.r = placed.r_rel;
            k.V_t = placed.V_t;
            std::visit(
                [&](auto joint) {
                    k.E.template leftCols<joint.nu>() =
                        joint.template E<S>(y.data() + tree_.bodies[i].firstQ);
                },
                tree_.bodies[i].joint);
        }
    }

    /// ME = M* E, Mj = E^T ME, M' = M* - ME Mj^-1 ME^T, M*_a += X^T M' X.
    void articulateInertia() {
        for (std::size_t i = links_.size(); i-- > 0;) {
            Link<S>& k = links_[i];
            Mat6<S> M = k.Mstar;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const Mat6N<S, nu> E = k.E.template leftCols<nu>();
                        const Mat6N<S, nu> ME = k.Mstar * E;
                        const Eigen::Matrix<S, nu, nu> MjInv = (E.transpose() * ME).inverse();
                        k.ME.template leftCols<nu>() = ME;
                        k.MjInv.template topLeftCorner<nu, nu>() = MjInv;
                        M.noalias() -= ME * MjInv * ME.transpose();
                    }
                },
                tree_.bodies[i].joint);
            k.MV_t.noalias() = M * k.V_t;
            if (tree_.bodies[i].parent != ground) parent(i).Mstar += inboardInertia<S>(k, M);
        }
    }

    /// d = E^T D, D' = D + ME Mj^-1 (p - d), D_a += X^T (M' V_t + D'); wrenches start D, y = 0 and
    /// no V_t if null.
    void momenta(const S* p, bool withMotion, std::span<const Vec6<S>> wrenches) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            links_[i].D =
                state_.toTree(i, wrenches[static_cast<std::size_t>(tree_.bodies[i].body)]);
        }
        for (std::size_t i = links_.size(); i-- > 0;) {
            Link<S>& k = links_[i];
            Vec6<S> D = k.D;
            if (withMotion) D += k.MV_t;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        const VecN<S, nu> d = k.E.template leftCols<nu>().transpose() * k.D;
                        VecN<S, nu> rest = -d;
                        if (p != nullptr)
                            rest += Eigen::Map<const VecN<S, nu>>(p + tree_.bodies[i].firstU);
                        k.d.template head<nu>() = d;
                        D.noalias() += k.ME.template leftCols<nu>() *
                                       (k.MjInv.template topLeftCorner<nu, nu>() * rest);
                    }
                },
                tree_.bodies[i].joint);
            if (tree_.bodies[i].parent != ground) parent(i).D += inboard<S>(k, D);
        }
    }
    void momenta(const In& y, std::span<const Vec6<S>> wrenches) {
        momenta(y.data() + tree_.nq, true, wrenches);
    }

    /// W = X V_a + V_t, u = Mj^-1 [(p - d) - ME^T W], V = W + E u, P* = M* V + D.
    void velocities(const S* p, bool withMotion) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            Link<S>& k = links_[i];
            Vec6<S> W = tree_.bodies[i].parent == ground ? Vec6<S>(Vec6<S>::Zero())
                                                         : outboard<S>(k, parent(i).V);
            if (withMotion) W += k.V_t;
            k.V = W;
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    if constexpr (nu > 0) {
                        VecN<S, nu> rest =
                            -k.d.template head<nu>() - k.ME.template leftCols<nu>().transpose() * W;
                        if (p != nullptr)
                            rest += Eigen::Map<const VecN<S, nu>>(p + tree_.bodies[i].firstU);
                        auto u = state_.u.template segment<nu>(tree_.bodies[i].firstU);
                        u.noalias() = k.MjInv.template topLeftCorner<nu, nu>() * rest;
                        k.V.noalias() += k.E.template leftCols<nu>() * u;
                    }
                },
                tree_.bodies[i].joint);
            k.Pstar = k.Mstar * k.V + k.D;
            state_.setVelocity(i, rotate(state_.links[i].R, k.V));
        }
    }
    void velocities(const In& y, bool withMotion) { velocities(y.data() + tree_.nq, withMotion); }

    /// THEORY 3.9 with this recursion as the tree solver.
    void closeLoops(double t, const In& y) {
        if (closure_.rows() == 0) return;
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            momenta(nullptr, false, closure_.unitWrenches(row));
            velocities(nullptr, false);
            closure_.column(row, state_.bodies);
        }
        momenta(y, state_.noWrenches());
        velocities(y, true);
        closure_.gap(state_.bodies);
        closure_.solve();
    }

    /// T* of every body: external wrenches and the transport of the closure impulses, accumulated
    /// inward.
    void loads(double t) {
        const std::span<Vec6<S>> Q = state_.loads(t);
        if (closure_.rows() > 0) {
            closure_.evaluate(t, state_.bodies);
            closure_.addLoads(state_.bodies, Q);
        }
        for (std::size_t i = 0; i < links_.size(); ++i) {
            links_[i].Tstar = state_.toTree(i, Q[static_cast<std::size_t>(tree_.bodies[i].body)]);
        }
        for (std::size_t i = links_.size(); i-- > 0;) {
            if (tree_.bodies[i].parent != ground)
                parent(i).Tstar += inboard<S>(links_[i], links_[i].Tstar);
        }
    }

    /// pdot = E^T ( T* - [w x p_l; v x p_l + w x p_a] ) + Edot^T P*.
    void momentumRates(const In& y, Out ydot) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const Link<S>& k = links_[i];
            const TreeBody& body = tree_.bodies[i];
            const Vec3<S> v = k.V.template head<3>(), w = k.V.template tail<3>();
            const Vec3<S> p_l = k.Pstar.template head<3>(), p_a = k.Pstar.template tail<3>();
            Vec6<S> rate = k.Tstar;
            rate.template head<3>() -= w.cross(p_l);
            rate.template tail<3>() -= v.cross(p_l) + w.cross(p_a);
            std::visit(
                [&](auto joint) {
                    constexpr int nu = joint.nu;
                    const S* q = y.data() + body.firstQ;
                    const S* u = state_.u.data() + body.firstU;
                    joint.template rates<S>(q, u, ydot.data() + body.firstQ);
                    if constexpr (nu > 0) {
                        auto pdot = ydot.template segment<nu>(tree_.nq + body.firstU);
                        pdot = k.E.template leftCols<nu>().transpose() * rate;
                        pdot += joint.template Edot<S>(q, u).transpose() * k.Pstar;
                    }
                },
                body.joint);
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
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeNaudet(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    return std::make_unique<Naudet<double>>(std::move(model), spec.baumgarte);
}

std::string naudetRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
