// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fpga_link/compiler/mechanism.hpp"
#include "fpga_link/compiler/planar_algebra.hpp"

namespace momentree::fpga {

/// Constants of one body for a step, in body axes, including the factor of the time step.
///
/// Impulses T_1, T_2 at the joints and the difference of the joint momenta p_1 - p_2 rotate the
/// body by h omega = w1.T_1 + w2.T_2 + turn (p_1 - p_2). The inverse inertias xi are multiplied by
/// `PlanarConstants::scale`. The first body rotates about ground, and so does the last one of a
/// closed chain: their xi, omega and momentum rates are those of a rotating body, which includes
/// the assembly with ground.
struct BodyConstants {
    bool fixed1 = false;  ///< inboard joint on ground
    bool free2 = false;   ///< outboard end on ground or free
    Mat2<double> xi11, xi12, xi22;
    Flat<double> w1, w2;
    double turn = 0.0;
    double lever = 0.0;      ///< J/h of the rotation about the reference point of w1
    double spread = 0.0;     ///< h/m, 0 if a joint is on ground
    double weightCos = 0.0;  ///< h times the torque of the weight on inboard joints, per cosine
    double weightSin = 0.0;  ///< and per sine of the body's angle
    double damping = 0.0;
    double length = 0.0;    ///< inboard to outboard joint [m]
    Flat<double> swing;     ///< momentum per turn in a step, of a last body on a pin
    bool yields = false;    ///< the pin of this last body yields, which xi11 includes
    Flat<double> yielding;  ///< of a body on such a pin: w1 in the motion of its inboard joint
};

/// Binary tree of joins. Node i joins the bodies [first, joint) and [joint, last) at `joint`;
/// children before parents, the root last. A child with one body is this body.
struct Join {
    int first = 0, joint = 0, last = 0;
    int left = -1, right = -1;  ///< joins, -1: a body
};

/// Lengths of both ends of the chain that are joined body by body, which halves their work; the
/// part between them is joined as a balanced tree.
struct TreeShape {
    int inboard = 0;
    int outboard = 0;
};

struct PlanarConstants {
    std::vector<BodyConstants> bodies;
    std::vector<Join> joins;
    double step = 0.0;
    double scale = 1.0;  ///< power of two that scales the inverse inertias to about one
    bool closed = false;
};

/// @param give by which the pin of a closed chain yields to its impulse, in parts of 1/scale.
/// Where all bodies lie on one line, the equations of the pin depend on each other, and only this
/// keeps rounding from becoming a velocity.
PlanarConstants constantsOf(const PlanarMechanism& mechanism, double step, TreeShape shape,
                            double give = 0.0);
/// For single precision: the impulse of a step moves the pin with it by about what rounding does.
inline constexpr double pinGive = 0x1p-17;

/// Threshold below which a determinant, whose reciprocal a join computes, is too small: 2^-20 of
/// the square of the maximum of the inverse inertias at its joint, rounded down to a power of two;
/// the minimum over all joints. For the joint that closes a chain whose pin yields, 2^-28. 0
/// without joins.
double smallestPivot(const PlanarConstants& constants);

}  // namespace momentree::fpga
