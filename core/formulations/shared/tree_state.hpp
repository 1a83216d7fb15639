// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/observer.hpp"
#include "core/formulations/shared/closure.hpp"
#include "core/formulations/shared/link_state.hpp"
#include "core/kinematics/state_units.hpp"
#include "core/kinematics/turns.hpp"

namespace momentree {

/// The common part of formulations in joint coordinates around their recursions: state y = [q;
/// theta; p_hat], bodies, loads, start and observation. theta are the states of controllers and the
/// angles that q does not hold (`Turns`). Bodies matter for closures, loads other than gravity, and
/// theta.
template <typename S>
struct TreeState : LinkState<S> {
    using Base = LinkState<S>;
    using Base::bodies;
    using Base::closures;
    using Base::links;
    using Base::model;
    using Base::u;
    using typename Base::In;
    using typename Base::Out;

    /// @param beta Baumgarte parameter of the formulation, 0 if it has none [1/s]
    explicit TreeState(const Model& m, double beta = 0.0);

    /// y of a consistent start: p_hat = M u. Also sets u, the links' velocities and `closures`.
    Result<void> start(const InitialState& initial, Out y);
    /// Sets the poses of all links at (t, q), and of the bodies if loads or closures need them.
    void place(double t, const In& y);
    /// External wrenches about the links' origins at the current poses and velocities [links].
    /// @param closure adds the transport of its impulses; null for none
    std::span<V6<S>> loads(double t, Closure<S>* closure = nullptr);
    /// See `LinkState`.
    std::span<const V6<S>> writeMomenta(Out y) {
        return Base::writeMomenta(y.data() + positionSize());
    }
    CoupledAngles coupled() const { return turns_.coupled(); }
    int poseSize() const { return model.tree.nq; }                      ///< of q
    int angleSize() const { return turns_.thetas(); }                   ///< of theta
    int positionSize() const { return model.tree.nq + turns_.size(); }  ///< of [q; theta]
    int size() const { return positionSize() + model.tree.nu; }         ///< of y
    /// Writes theta' from the bodies' velocities.
    void angleRates(Out ydot) const { turns_.rates(bodies, ydot.data() + model.tree.nq); }
    /// Moves theta to the angles of the poses (t, q) after a step.
    void settleAngles(double t, Out y);
    /// Completes a sample at y from the links' poses and velocities.
    void observe(double t, const In& y, Sample& out);
    int bodyOf(int entry) const { return Base::bodyOf(entry, positionSize()); }
    /// See `OdeSystem::units`.
    /// @param motion of u or p_hat [nu]
    Eigen::Matrix<S, Eigen::Dynamic, 1> units(const Eigen::VectorXd& motion) const;
    /// Whether gravity is the only load and there are no loops or theta, so that only links are
    /// needed.
    bool onlyGravity() const { return !bodiesMatter_; }

    JointUnits ofJoints;  ///< of the start

private:
    using Base::atOrigins_;
    using Base::bodiesMatter_;
    void addGravity();

    Turns<S> turns_;
    std::vector<Vec6<S>> Q_;  ///< [bodies]
    FrictionOfReactions friction_;
    Observer observer_;
};

}  // namespace momentree
