// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/mechanism.hpp"

#include <cmath>

namespace momentree::fpga {

namespace {

struct Motion {
    double originX, originY;  // inboard joint
    double x, y;              // centre of mass
    double vx, vy;            // of the centre of mass
};

std::vector<Motion> motionOf(const PlanarMechanism& mechanism, const std::vector<double>& angle,
                             const std::vector<double>& speed) {
    std::vector<Motion> motion;
    double ox = 0.0, oy = 0.0, ux = 0.0, uy = 0.0;
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
        const ChainLink& body = mechanism.bodies[i];
        const double c = std::cos(angle[i]), s = std::sin(angle[i]);
        const double rx = body.cx * c - body.cy * s, ry = body.cx * s + body.cy * c;
        motion.push_back({ox, oy, ox + rx, oy + ry, ux - speed[i] * ry, uy + speed[i] * rx});
        ox += body.length * c;
        oy += body.length * s;
        ux -= speed[i] * body.length * s;
        uy += speed[i] * body.length * c;
    }
    return motion;
}

bool positive(double value) { return std::isfinite(value) && value > 0.0; }

std::string refusalOfBody(const ChainLink& body) {
    if (!positive(body.mass)) return "the mass must be above zero";
    if (!positive(body.inertia)) return "the inertia must be above zero";
    if (!positive(body.length)) return "the length must be above zero";
    if (!std::isfinite(body.cx) || !std::isfinite(body.cy))
        return "the centre of mass must be finite";
    if (!std::isfinite(body.damping) || body.damping < 0.0)
        return "the damping must not be negative";
    return {};
}

}  // namespace

std::string refusal(const PlanarMechanism& mechanism, const PlanarState& start, double step) {
    const std::size_t n = mechanism.bodies.size();
    if (n < 1 || n > static_cast<std::size_t>(maxBodies))
        return "the accelerator runs 1 to 64 bodies, not " + std::to_string(n);
    if (mechanism.closed && n < 3)
        return "a closed chain has 3 bodies or more, not " + std::to_string(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::string reason = refusalOfBody(mechanism.bodies[i]);
        if (!reason.empty()) return "body " + std::to_string(i + 1) + ": " + reason;
    }
    if (!std::isfinite(mechanism.gravityX) || !std::isfinite(mechanism.gravityY))
        return "gravity must be finite";
    if (!positive(step) || step > 0.1) return "the step must be above 0 and at most 0.1 s";
    if (start.angle.size() != n || start.momentum.size() != n)
        return "the start needs one angle and one momentum for every body";
    for (std::size_t i = 0; i < n; ++i)
        if (!std::isfinite(start.angle[i]) || !std::isfinite(start.momentum[i]))
            return "body " + std::to_string(i + 1) + ": the start must be finite";
    return {};
}

std::vector<double> momentaOf(const PlanarMechanism& mechanism, const std::vector<double>& angle,
                              const std::vector<double>& speed) {
    const std::vector<Motion> motion = motionOf(mechanism, angle, speed);
    std::vector<double> momentum(motion.size(), 0.0);
    for (std::size_t i = 0; i < motion.size(); ++i) {
        for (std::size_t j = i; j < motion.size(); ++j) {
            const ChainLink& body = mechanism.bodies[j];
            const double rx = motion[j].x - motion[i].originX;
            const double ry = motion[j].y - motion[i].originY;
            momentum[i] +=
                body.inertia * speed[j] + body.mass * (rx * motion[j].vy - ry * motion[j].vx);
        }
    }
    return momentum;
}

double energyOf(const PlanarMechanism& mechanism, const std::vector<double>& angle,
                const std::vector<double>& speed) {
    const std::vector<Motion> motion = motionOf(mechanism, angle, speed);
    double energy = 0.0;
    for (std::size_t i = 0; i < motion.size(); ++i) {
        const ChainLink& body = mechanism.bodies[i];
        const Motion& m = motion[i];
        energy += 0.5 * body.inertia * speed[i] * speed[i] +
                  body.mass * (0.5 * (m.vx * m.vx + m.vy * m.vy) - mechanism.gravityX * m.x -
                               mechanism.gravityY * m.y);
    }
    return energy;
}

PlanarPoint endOf(const PlanarMechanism& mechanism, const std::vector<double>& angle) {
    PlanarPoint end;
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
        end.x += mechanism.bodies[i].length * std::cos(angle[i]);
        end.y += mechanism.bodies[i].length * std::sin(angle[i]);
    }
    return end;
}

}  // namespace momentree::fpga
