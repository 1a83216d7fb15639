// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/bar_chain.hpp"

#include <cmath>

namespace momentree::fpga {

namespace {

constexpr double length = 0.4, mass = 0.5, inertia = mass * length * length / 12.0;

double angleOf(int body) { return -0.8 * std::sin(0.7 * body); }

}  // namespace

Trajectory barTrajectory(int bodies) {
    Trajectory trajectory;
    for (int i = 0; i < bodies; ++i) {
        trajectory.mechanism.bodies.push_back({length, 0.5 * length, 0.0, mass, inertia, 0.0});
        trajectory.start.angle.push_back(angleOf(i));
        trajectory.start.momentum.push_back(0.0);
    }
    return trajectory;
}

ModelDescription barModel(int bodies) {
    ModelDescription model;
    model.gravity = {0.0, -9.80665, 0.0};
    MarkerReference before{"ground", ""};
    for (int i = 0; i < bodies; ++i) {
        BodyDescription body;
        body.name = "bar" + std::to_string(i + 1);
        body.mass = mass;
        for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = inertia;
        MarkerDescription in, out;
        in.name = "in";
        in.position = {-0.5 * length, 0.0, 0.0};
        out.name = "out";
        out.position = {0.5 * length, 0.0, 0.0};
        body.markers = {in, out};
        model.bodies.push_back(body);
        JointDescription joint;
        joint.name = "J" + std::to_string(i + 1);
        joint.type = "revolute";
        joint.a = before;
        joint.b = {body.name, "in"};
        model.joints.push_back(joint);
        const double turn = angleOf(i) - (i > 0 ? angleOf(i - 1) : 0.0);
        model.jointStarts.push_back({joint.name, {Scalar(turn)}, {}});
        before = {body.name, "out"};
    }
    return model;
}

}  // namespace momentree::fpga
