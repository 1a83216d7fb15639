// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/model/exchange.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// The state at one instant. Sized once; formulations fill `time` and `bodies`, `Observer` the
/// rest: without room for `accelerations` no forces and drift, for `joints` no coordinates.
struct Sample {
    struct JointSample {
        std::array<double, 7> q{};  ///< the first nq are used; angles count turns
        std::array<double, 6> u{};  ///< the first nu are used
        /// Wrench of the joint on the outboard body at marker B, with the effort of the motions
        /// that drive its coordinates but without couplings and loads between the two bodies, such
        /// as springs and joint torques; world axes [N; N m]
        Vec6<double> reaction = Vec6<double>::Zero();
    };
    double time = 0.0;
    std::vector<BodyState> bodies;
    std::vector<Vec6<double>> accelerations;  ///< [d2r/dt2; dw/dt] of each body, world axes
    std::vector<JointSample> joints;
    std::vector<double> motionEfforts;  ///< force or torque of each prescribed motion [N or N m]
    /// [couplingTerms + elasticTerms] on body B along the coordinate
    std::vector<double> couplingEfforts;
    double kinetic = 0.0, potential = 0.0;     ///< [J]
    double power = 0.0;                        ///< of motions and of loads without a potential [W]
    double loadForce = 0.0, loadTorque = 0.0;  ///< sums of what loads exert on bodies [N] [N m]
    double impactWork = 0.0;                   ///< of all impacts so far, negative [J]
    std::vector<Exchange> exchanges;           ///< in the order of `ExchangeOrder`
    double driftPosition = 0.0, driftVelocity = 0.0, driftAcceleration = 0.0;
    /// `driftPosition` with lengths relative to the size of their mechanism.
    double driftRelative = 0.0;
    double driftUnmoved = 0.0;  ///< that of closures which no joint speed changes
    /// By what inertia, loads and reactions of a body differ, relative to all that act on it: the
    /// most of any body.
    double unbalanced = 0.0;
    std::vector<double> controllers;  ///< states of controllers [Model::controllerStates]
    std::vector<double> probes;       ///< the observer sets only angles between markers

    void resize(const Model& model);
};

}  // namespace momentree
