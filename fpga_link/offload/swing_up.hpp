// SPDX-License-Identifier: Apache-2.0
// Model predictive path integral control (G. Williams, A. Aldrich, E. Theodorou, "Model predictive
// path integral control: from theory to parallel computation", J. Guid. Control Dyn. 40(2), 2017,
// doi 10.2514/1.G001921) of a double pendulum with weak motors, from hanging to standing.
#pragma once

#include <random>

#include "fpga_link/offload/rollouts.hpp"

namespace momentree::fpga {

struct SwingUp {
    RolloutTask task;
    std::size_t rollouts = 64;
    double limit = 1.5;        ///< of both torques [N m]
    double spread = 0.5;       ///< standard deviation of control points [N m]
    double temperature = 0.3;  ///< cost that makes a rollout count 1/e of another
};

/// Two bars of 0.4 m and 0.5 kg; the limit is less than half of the torque that holds both level.
SwingUp barSwingUp();

struct SwingUpState {
    double time = 0.0;  ///< [s]
    PlanarState chain;
    Plan plan;  ///< over the next horizon
    std::mt19937_64 random;
};
/// Hanging at rest.
SwingUpState hanging(const SwingUp& swing, std::uint64_t seed);

/// What one period of the controller computed.
struct SwingUpPeriod {
    std::vector<Path> paths;
    std::vector<double> costs;   ///< [paths]
    double cost = 0.0;           ///< of the chain now, per second
    std::vector<double> torque;  ///< applied in this period [N m]
};

/// Cost per second of a state: 0 standing at rest.
double costOf(const SwingUp& swing, const PlanarState& state);

/// One period, as long as a step of the task: rollouts of the plan with random changes, their mean
/// weighted by exp(-cost / temperature), and the chain under the first torques of that plan, in
/// double precision with smaller steps. On an error, `state` is unchanged but for its random
/// numbers.
tl::expected<SwingUpPeriod, Message> advance(const SwingUp& swing, SwingUpState& state,
                                             const ComputeRollouts& compute);

}  // namespace momentree::fpga
