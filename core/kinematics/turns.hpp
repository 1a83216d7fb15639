// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/constraints.hpp"
#include "core/kinematics/counted_angles.hpp"

namespace momentree {

/// The turns of a model's counted angles as a function of the state of a formulation.
///
/// An angle is prescribed, or a sum of coordinates of the tree, or neither: then the formulation
/// integrates one more state theta, theta' = `angleRateOf`. Whatever uses the angle takes that of
/// the poses with the whole turns nearest to theta. So turns depend on nothing but the state, and
/// are right as long as a step integrates theta to within pi: h^3 |d3theta/dt3| / 12 < pi for a
/// rule of order 2.
///
/// The states of controllers, which loads read in the same way, come before the thetas.
template <typename S>
class Turns {
public:
    /// @param tree whether the state has the coordinates of the tree
    Turns(const Model& model, bool tree);
    /// Number of states: of controllers, then thetas.
    int size() const { return model_.controllerStates + thetas(); }
    int thetas() const { return static_cast<int>(states_.size()); }
    /// Whether loads depend on turns or on states of controllers.
    bool wound() const { return !springs_.empty() || model_.controllerStates > 0; }
    /// Those of the terms of couplings to within pi, as `place` set them.
    CoupledAngles coupled() const { return coupled_; }
    const CountedAngles& angles() const { return angles_; }

    /// Adds the turns of the start to the angles of joints in q and writes all states.
    /// @param q [nq] of the tree, null without
    /// @param theta [size] states of controllers, then thetas, as everywhere
    void start(const InitialState& initial, S* q, S* theta);
    /// Sets `ofLoads` and `coupled` from the state.
    void place(double t, const S* q, const S* theta);
    /// Angles to within pi, 0 for loads that do not count turns, then states of controllers
    /// [Model::loadAngles].
    std::span<const double> ofLoads() const { return ofLoads_; }
    /// All angles to within pi, then states of controllers.
    std::span<const double> all(double t, const S* q, const S* theta);
    /// Writes the rates of all states at the time and state of the last `place`.
    void rates(std::span<const BodyKinematics<S>> bodies, S* thetaRate) const;
    /// Moves theta to the angles of the poses after a step, so that errors do not add up.
    void settle(std::span<const BodyKinematics<S>> bodies, S* theta) const;

private:
    double raw(std::size_t angle, double t, const S* q, const S* theta) const;

    const Model& model_;
    CountedAngles angles_;
    void controllerRates(std::span<const BodyKinematics<S>> bodies, S* rates) const;

    double time_ = 0.0;                ///< of the last `place`
    std::vector<int> stateOf_;         ///< [angles] -1 none
    std::vector<std::size_t> states_;  ///< the angle of each theta
    std::vector<std::size_t> springs_;
    std::vector<double> offset_;  ///< [angles] constant beside prescribed angles and sums
    std::vector<double> all_, ofLoads_, coupled_;
};

}  // namespace momentree
