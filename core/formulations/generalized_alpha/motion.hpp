// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/generalized_alpha/coefficients.hpp"
#include "core/kinematics/body_kinematics.hpp"
#include "core/math/rotation_vector.hpp"

namespace momentree::alpha {

/// Linear part in world axes, angular part in axes of the body.
struct Twist {
    Vec3<double> linear = Vec3<double>::Zero(), angular = Vec3<double>::Zero();

    friend Twist operator+(const Twist& x, const Twist& y) {
        return {x.linear + y.linear, x.angular + y.angular};
    }
    friend Twist operator*(double s, const Twist& x) { return {s * x.linear, s * x.angular}; }
};

/// One body at one instant.
struct Motion {
    Vec3<double> r = Vec3<double>::Zero();  ///< centre of mass
    Quat<double> e{1.0, 0.0, 0.0, 0.0};
    Twist v, vdot;
    Twist a;      ///< the rule's own acceleration, of v near the instant
    Twist dq;     ///< from the last instant: displacement, rotation vector
    Twist shift;  ///< the part of dq by eta, -h M^-1 B_0^T eta

    /// The end of a step with the present `vdot` and `shift`:
    ///   (1 - m) a_1 + m a_0 = (1 - f) vdot_1 + f vdot_0,
    ///   dq = h v_0 + h^2 (1/2 - beta) a_0 + h^2 beta a_1 + shift, v_1 = v_0 + h (1 - gamma) a_0 +
    ///   h gamma a_1.
    void follow(const Motion& from, const Coefficients& c, double h) {
        a = 1.0 / (1.0 - c.m) * ((1.0 - c.f) * vdot + c.f * from.vdot + -c.m * from.a);
        dq = h * from.v + h * h * (0.5 - c.beta) * from.a + h * h * c.beta * a + shift;
        v = from.v + h * (1.0 - c.gamma) * from.a + h * c.gamma * a;
        r = from.r + dq.linear;
        e = turnedBy(from.e, dq.angular);
    }
    BodyKinematics<double> kinematics() const {
        const Mat3<double> R = rotationOf<double>(e);
        return {R, r, v.linear, R * v.angular};
    }
};

}  // namespace momentree::alpha
