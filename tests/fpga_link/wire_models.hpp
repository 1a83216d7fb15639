// SPDX-License-Identifier: Apache-2.0
// Mechanisms in the form sent to a board.
#pragma once

#include "fpga_link/protocol/messages.hpp"
#include "planar_cases.hpp"

namespace momentree::test {

inline fpga::wire::LoadModel wireModel(const fpga::Trajectory& trajectory, double step = 1e-4) {
    fpga::wire::LoadModel message;
    message.closed = trajectory.mechanism.closed ? fpga::wire::yes : std::uint8_t{0};
    message.step = step;
    message.gravityX = trajectory.mechanism.gravityX;
    message.gravityY = trajectory.mechanism.gravityY;
    for (std::size_t i = 0; i < trajectory.mechanism.bodies.size(); ++i) {
        const fpga::ChainLink& body = trajectory.mechanism.bodies[i];
        message.bodies.push_back({body.length, body.cx, body.cy, body.mass, body.inertia,
                                  body.damping, trajectory.start.angle[i],
                                  trajectory.start.momentum[i]});
    }
    return message;
}

/// The paper's double pendulum and four-bar, otherwise a chain.
inline fpga::wire::LoadModel wireModel(int bodies, bool closed) {
    if (bodies == 2) return wireModel(doublePendulum());
    if (bodies == 3 && closed) return wireModel(fourBar());
    return wireModel(chain(bodies, closed));
}

}  // namespace momentree::test
