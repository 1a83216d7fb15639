// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fpga_link/compiler/mechanism.hpp"
#include "fpga_link/compiler/planar_algebra.hpp"

namespace momentree::fpga {

/// What the step needs of one body, in body axes and with the time step folded in.
///
/// Impulses T_1, T_2 at the joints and the difference of the joint momenta p_1 - p_2 turn the body
/// by h omega = w1.T_1 + w2.T_2 + turn (p_1 - p_2). The inverse inertias xi are multiplied by
/// `PlanarConstants::scale`. The first body turns about the ground, and so does the last one of a
/// closed chain: their xi, omega and momentum rates are those of a turning body, which is the
/// assembly with the ground done once and for all.
struct BodyConstants {
    bool fixed1 = false;  ///< inboard joint on the ground
    bool free2 = false;   ///< outboard end on the ground or nowhere
    Mat2<double> xi11, xi12, xi22;
    Flat<double> w1, w2;
    double turn = 0.0;
    double lever = 0.0;      ///< J/h of the turning about the reference point of w1
    double spread = 0.0;     ///< h/m, 0 where a joint is on the ground
    double weightCos = 0.0;  ///< h times the torque of the weight on joints inboard, per cosine
    double weightSin = 0.0;  ///< and per sine of the body's angle
    double damping = 0.0;
};

/// Binary tree of joins. Node i joins the bodies [first, joint) and [joint, last) at `joint`;
/// children before parents, the root last. A child of one body is that body.
struct Join {
    int first = 0, joint = 0, last = 0;
    int left = -1, right = -1;  ///< joins, -1: a body
};

/// Lengths of the two ends of the chain that are joined body by body, which halves their work;
/// what is between them is joined as a balanced tree.
struct TreeShape {
    int inboard = 0;
    int outboard = 0;
};

struct PlanarConstants {
    std::vector<BodyConstants> bodies;
    std::vector<Join> joins;
    double step = 0.0;
    double scale = 1.0;  ///< power of two that brings the inverse inertias near one
};

PlanarConstants constantsOf(const PlanarMechanism& mechanism, double step, TreeShape shape);

/// Of the determinants that joining takes the reciprocals of, the size below which one is too
/// small: 2^-20 of the square of the most that the inverse inertias at its joint can be, rounded
/// down to a power of two; the least of all joints. 0 without joins.
double smallestPivot(const PlanarConstants& constants);

}  // namespace momentree::fpga
