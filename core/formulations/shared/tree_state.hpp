// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/observer.hpp"
#include "core/formulations/shared/closure.hpp"
#include "core/kinematics/motion_space.hpp"

namespace momentree {

/// What the formulations on joint coordinates share around their recursions: state y = [q; p_hat],
/// bodies, loads, start and observation. No recursion of the dynamics lives here.
template <typename S>
struct TreeState {
    using In = Eigen::Ref<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
    using Out = Eigen::Ref<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

    /// @param beta Baumgarte parameter of the formulation, 0 if it has none [1/s]
    explicit TreeState(const Model& m, double beta = 0.0);

    /// y of a consistent start: p_hat = M u. Leaves u and the links' velocities behind.
    Result<void> start(const InitialState& initial, Out y);
    /// Poses of all links at (t, q), and of the bodies if loads or closures need them.
    void place(double t, const In& y);
    /// Velocities of the bodies from those of the links, if loads or closures need them.
    void move();
    /// External wrenches about the links' origins at the present poses and velocities [links].
    /// @param closure adds the transport of its impulses; null for none
    std::span<V6<S>> loads(double t, Closure<S>* closure = nullptr);
    /// Wrenches on the bodies about their centres of mass as wrenches about the links' origins.
    std::span<const V6<S>> atOrigins(std::span<const Vec6<S>> wrenches);
    /// qdot of all joints. @param speeds [nu]
    void rates(const In& y, const S* speeds, Out ydot) const;
    /// Back to unit quaternions.
    void normalise(Out y) const;
    /// Writes p_hat = M u of the links' poses and velocities: H^T P* with P* summed inward. On a
    /// closed loop this starts the impulses sigma anew, which only moves the origin of their time
    /// integral (THEORY 3.9).
    void writeMomenta(Out y);
    /// Continues the memory of torsional loads at (t, y); places nothing where there are none.
    void remember(double t, const In& y);
    /// Completes a sample from the links' poses and velocities.
    void observe(double t, Sample& out);
    int bodyOf(int entry) const;
    /// Whether gravity is the only load and no loop is closed: nothing but the links matters then.
    bool onlyGravity() const { return !bodiesMatter_; }

    const Model& model;
    std::vector<TreeLink<S>> links;         ///< [tree bodies]
    std::vector<BodyKinematics<S>> bodies;  ///< [bodies], as far as they are needed
    Eigen::Matrix<S, Eigen::Dynamic, 1> u;  ///< [nu] joint speeds, written by the recursions

private:
    void moveLinks();
    void placeBodies();
    void moveBodies();
    void addGravity();

    bool bodiesMatter_;             ///< there are closures, or loads other than gravity
    std::vector<M3<S>> toBody_;     ///< [links] body axes seen from the tree axes
    std::vector<Vec6<S>> Q_;        ///< [bodies]
    std::vector<V6<S>> atOrigins_;  ///< [links]
    AngleMemory memory_;
    Observer observer_;
};

}  // namespace momentree
