// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/observer.hpp"
#include "core/formulations/shared/closure.hpp"
#include "core/kinematics/motion_space.hpp"
#include "core/kinematics/state_units.hpp"
#include "core/kinematics/turns.hpp"

namespace momentree {

/// The common part of formulations in joint coordinates around their recursions: state y = [q;
/// theta; p_hat], bodies, loads, start and observation. theta are the states of controllers and the
/// angles that q does not hold (`Turns`).
template <typename S>
struct TreeState {
    using In = Eigen::Ref<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
    using Out = Eigen::Ref<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

    /// @param beta Baumgarte parameter of the formulation, 0 if it has none [1/s]
    explicit TreeState(const Model& m, double beta = 0.0);

    /// y of a consistent start: p_hat = M u. Also sets u, the links' velocities and `closures`.
    Result<void> start(const InitialState& initial, Out y);
    /// Sets the poses of all links at (t, q), and of the bodies if loads or closures need them.
    void place(double t, const In& y);
    /// Sets the velocities of the bodies from those of the links, if loads or closures need them.
    void move();
    /// Sets the velocities of all links and bodies from u: V = X V_a + E u + V_t.
    void moveBySpeeds();
    /// Sets u from the velocities of the links.
    /// @param moving whether they contain those of driven joints
    void readSpeeds(bool moving);
    /// Moves the coordinates along u for unit time.
    void displace(Out y) const;
    /// External wrenches about the links' origins at the current poses and velocities [links].
    /// @param closure adds the transport of its impulses; null for none
    std::span<V6<S>> loads(double t, Closure<S>* closure = nullptr);
    /// Converts wrenches about the bodies' centres of mass to wrenches about the links' origins.
    std::span<const V6<S>> atOrigins(std::span<const Vec6<S>> wrenches);
    /// qdot of all joints.
    /// @param speeds [nu]
    void rates(const In& y, const S* speeds, Out ydot) const;
    /// Normalises quaternions.
    void normalise(Out y) const;
    /// Writes p_hat = M u of the links' poses and velocities: H^T P* with P* summed inward. For a
    /// closed loop this resets the impulses sigma, which only changes the origin of their time
    /// integral (THEORY 3.9).
    std::span<const V6<S>> writeMomenta(Out y);
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
    int bodyOf(int entry) const;
    /// See `OdeSystem::units`.
    /// @param motion of u or p_hat [nu]
    Eigen::Matrix<S, Eigen::Dynamic, 1> units(const Eigen::VectorXd& motion) const;
    /// Whether gravity is the only load and there are no loops or theta, so that only links are
    /// needed.
    bool onlyGravity() const { return !bodiesMatter_; }

    const Model& model;
    std::vector<TreeLink<S>> links;         ///< [tree bodies]
    std::vector<BodyKinematics<S>> bodies;  ///< [bodies], only if needed
    Eigen::Matrix<S, Eigen::Dynamic, 1> u;  ///< [nu] joint speeds, written by the recursions
    ClosureStructure closures;              ///< of the start
    JointUnits ofJoints;                    ///< of the start

private:
    void moveLinks();
    void placeBodies();
    void moveBodies();
    void addGravity();

    Turns<S> turns_;
    bool bodiesMatter_;             ///< there are closures, loads other than gravity, or theta
    std::vector<M3<S>> toBody_;     ///< [links] body axes in tree axes
    std::vector<Vec6<S>> Q_;        ///< [bodies]
    std::vector<V6<S>> atOrigins_;  ///< [links]
    FrictionOfReactions friction_;
    Observer observer_;
};

}  // namespace momentree
