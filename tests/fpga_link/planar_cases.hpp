// SPDX-License-Identifier: Apache-2.0
// Mechanisms for the tests of the accelerator.
#pragma once

#include <cmath>
#include <numbers>

#include "fpga_link/compiler/compile.hpp"

namespace momentree::test {

inline fpga::ChainLink bar(double length, double mass) {
    return {length, 0.5 * length, 0.0, mass, mass * length * length / 12.0, 0.0};
}

/// The two mechanisms of the paper: bars of 0.5 kg released from rest.
inline fpga::Trajectory doublePendulum() {
    fpga::Trajectory t;
    t.mechanism.bodies = {bar(0.4, 0.5), bar(0.4, 0.5)};
    t.start = {{0.0, -std::numbers::pi / 4}, {0.0, 0.0}};
    return t;
}

inline fpga::Trajectory fourBar() {
    fpga::Trajectory t;
    t.mechanism.bodies = {bar(0.3, 0.5), bar(0.3, 0.5), bar(0.3, 0.5)};
    t.mechanism.closed = true;
    // The crank is at 45 degrees; two equal bars connect its end to ground at (0.4, 0).
    const double x = 0.3 * std::cos(std::numbers::pi / 4), y = 0.3 * std::sin(std::numbers::pi / 4);
    const double dx = 0.4 - x, dy = -y;
    const double along = std::atan2(dy, dx), half = std::acos(0.5 * std::hypot(dx, dy) / 0.3);
    t.start = {{std::numbers::pi / 4, along + half, along - half}, {0.0, 0.0, 0.0}};
    return t;
}

/// n different bodies with off-axis centres of mass and some damped joints, on a curve. `variant`
/// changes every number slightly. A closed chain ends at a ground joint.
inline fpga::Trajectory chain(int n, bool closed, int variant = 0) {
    fpga::Trajectory t;
    t.mechanism.closed = closed;
    for (int i = 0; i < n; ++i) {
        const double k = i + 0.1 * variant;
        fpga::ChainLink body;
        body.length = 0.3 + 0.02 * std::sin(1.3 * k);
        body.cx = 0.14 + 0.01 * std::cos(k);
        body.cy = 0.02 * std::sin(2.1 * k);
        body.mass = 1.0 + 0.3 * std::sin(0.7 * k);
        body.inertia = 0.012 + 0.004 * std::cos(1.7 * k);
        body.damping = i % 3 == 1 ? 0.01 : 0.0;
        t.mechanism.bodies.push_back(body);
        t.start.angle.push_back(1.2 * std::sin(0.9 * k + 0.4) + (closed ? 0.3 * k : 0.0));
        t.start.momentum.push_back(0.01 * std::sin(3.1 * k));
    }
    return t;
}

}  // namespace momentree::test
