// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/observer.hpp"
#include "core/formulations/closure.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {

/// Where a body of the tree is: relative to its carrier and in the world.
template <typename S>
struct TreeLink {
    Mat3<S> R_rel, R;  ///< tree axes seen from the parent's, and from the world
    Vec3<S> r_rel;     ///< O_k - O_a, parent axes [m]
    Vec3<S> O;         ///< origin, world [m]
    Vec6<S> V_t;       ///< prescribed velocity, own axes
};

/// What the formulations on joint coordinates share around their recursions: state y = [q; p_hat],
/// forward kinematics, loads, start and observation. No recursion of the dynamics
/// lives here.
template <typename S>
struct TreeState {
    using In = Eigen::Ref<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
    using Out = Eigen::Ref<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

    /// @param beta Baumgarte parameter of the formulation, 0 if it has none [1/s]
    explicit TreeState(const Model& m, double beta = 0.0);

    /// y of a consistent start: p_hat = dT/du = E^T P* from one outward velocity and one inward
    /// momentum pass.
    Result<void> start(const InitialState& initial, Out y);
    /// Poses of all links and bodies at (t, q); velocities are left as they are.
    void place(double t, const In& y);
    /// Velocity of link i at its origin, world axes; also of its body.
    void setVelocity(std::size_t i, const Vec6<S>& V);
    /// A wrench about the body's centre of mass in world axes, about link i's origin in tree axes.
    Vec6<S> toTree(std::size_t i, const Vec6<S>& wrench) const;
    /// External wrenches at the present poses and velocities [bodies].
    std::span<Vec6<S>> loads(double t);
    std::span<const Vec6<S>> noWrenches() const { return zero_; }
    /// Back to unit quaternions.
    void normalise(Out y) const;
    /// Writes p_hat = M u of the present poses and velocities: E^T P* with P* summed inward. On a
    /// closed loop this starts the impulses sigma anew, which only moves the origin of their time
    /// integral (THEORY 3.9).
    void writeMomenta(Out y);
    /// Continues the memory of torsional loads; `place` first.
    void remember();
    /// Completes a sample from the present poses and velocities.
    void observe(double t, Sample& out);
    int bodyOf(int entry) const;
    /// Spatial inertia of a tree body about its origin, tree axes (THEORY 1).
    template <typename T>
    static Mat6<T> inertiaAtOrigin(const TreeBody& body);

    const Model& model;
    std::vector<TreeLink<S>> links;         ///< [tree bodies]
    std::vector<BodyKinematics<S>> bodies;  ///< [bodies]
    Eigen::Matrix<S, Eigen::Dynamic, 1> u;  ///< [nu] joint speeds, written by the recursions

private:
    std::vector<Vec6<S>> Q_, zero_, P_;
    AngleMemory memory_;
    Observer observer_;
};

template <typename S>
template <typename T>
Mat6<T> TreeState<S>::inertiaAtOrigin(const TreeBody& body) {
    Mat6<double> M = Mat6<double>::Zero();
    M.topLeftCorner<3, 3>().diagonal().setConstant(body.mass);
    M.bottomRightCorner<3, 3>() = body.J_C;
    const Mat6<double> shifted = shift<double>(body.c) * M * shift<double>(body.c).transpose();
    return shifted.cast<T>();
}

}  // namespace momentree
