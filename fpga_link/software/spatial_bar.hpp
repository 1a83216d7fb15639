// SPDX-License-Identifier: Apache-2.0
// A bar and a hinge in space, with which the functions in space are timed.
#pragma once

#include <cmath>

#include "fpga_link/functions/spatial_functions.hpp"

namespace momentree::fpga {

/// A bar of 0.4 m and 0.5 kg, turned about z. @param number from double to S
template <class S, class Number>
functions::SpatialBody<S> spatialBar(double angle, const Number& number) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double along = 2000.0, across = 150.0;  // 1/J [1/(kg m2)]
    functions::SpatialBody<S> body;
    body.inverseMass = number(2.0);
    body.inverseInertia = {
        {{number(along * c * c + across * s * s), number((along - across) * c * s), number(0.0),
          number(along * s * s + across * c * c), number(0.0), number(across)}}};
    body.s1 = {number(0.2 * c), number(0.2 * s), number(0.0)};
    body.s2 = {number(-0.2 * c), number(-0.2 * s), number(0.0)};
    body.momentum = {number(0.1), number(-0.2),  number(0.05),
                     number(0.0), number(0.001), number(0.02)};
    return body;
}

/// About an axis that is tilted in the plane of x and z.
template <class S, class Number>
functions::SpatialJoint<S> spatialHinge(const Number& number) {
    const S zero = number(0.0), one = number(1.0);
    functions::SpatialJoint<S> joint;
    joint.forces = {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    joint.torques = {{{number(0.8), zero, number(-0.6)}, {zero, one, zero}, {zero, zero, zero}}};
    joint.absent = {zero, zero, zero, zero, zero, number(300.0)};
    joint.motion.fill(zero);
    return joint;
}

}  // namespace momentree::fpga
