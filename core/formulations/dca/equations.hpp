// SPDX-License-Identifier: Apache-2.0
// The equations of the divide and conquer in accelerations for one node (THEORY 3b), in this order.
// The matrices xi are those of shared/assembly_equations.hpp, the velocities those of
// shared/link_motion.hpp; passes.hpp has the passes over all nodes.
#pragma once

#include "core/formulations/dca/work.hpp"
#include "core/formulations/shared/assembly_equations.hpp"

namespace momentree::dca {

using V6d = V6<double>;

/// c of body i's inboard joint.
inline V6d product(DcaWork& w, int i) { return w.moving ? w.of(i).c : V6d::zero(); }
/// Acceleration of a body's parent, moved to the body's origin.
inline V6d carried(DcaWork& w, int i) {
    const int parent = w.link(i).parent;
    return parent == ground ? V6d::zero() : shiftVelocity(w.link(i).r, w.of(parent).A);
}

// One body.

/// b = Q - [f; s x f + w x J w], f = m w x (w x s).
inline void initialise(DcaWork& w, int i) {
    const TreeLink<double>& k = w.link(i);
    const V3<double> turning = k.V.a;
    const V3<double> f = k.mass * cross(turning, cross(turning, k.s));
    const V3<double> Jw = k.R * (k.J_C * k.R.along(turning));
    w.of(i).b = w.Q[static_cast<std::size_t>(i)] - V6d{f, cross(k.s, f) + cross(turning, Jw)};
}
/// b - wrenches of closed loops - sum S k_c of the branches.
inline V6d loadOf(DcaWork& w, int i) {
    V6d b = w.loaded ? w.of(i).b : V6d::zero();
    if (!w.wrenches.empty()) b -= w.wrenches[static_cast<std::size_t>(i)];
    for (const int branch : w.branches(i)) {
        const int c = w.branchRoot(branch);
        b -= shiftWrench(w.link(c).r, w.body(c).k);
    }
    return b;
}

// Assembly.

/// xi10 = xi11 b, xi20 = S_12^T xi10 of a body; beta = W (xi10^B - xi20^A - c), xi10 = xi10^A -
/// xi12^A beta, xi20 = xi20^B + xi21^B beta of a node; k_c = K_c (c - xi10) of a path.
inline void assembleBias(DcaWork& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    DcaNode& own = w.node(index);
    if (at.A < 0) {
        own.xi10 = mobility(w, at.body, loadOf(w, at.body));
        own.xi20 = shiftVelocity(own.s12, own.xi10);
    } else {
        const DcaNode &A = w.node(at.A), &B = w.node(at.B);
        const V6d gap = B.xi10 - A.xi20 - product(w, at.body);
        w.onCut(at.body, [&](auto& cut) { momentree::assembleBias(A, B, gap, cut, own); });
    }
    if (const int path = w.pathOf(index); path >= 0) {
        const int first = w.branchRoot(path);
        w.body(first).k = through(w, first, product(w, first) - own.xi10);
    }
}

// Base, branches and the loop to ground.

/// T_1 = K (A_carrier + c - xi10), T_2 = 0; with the loop, both by `GroundLoop`.
/// @param root of a path
inline void solveBase(DcaWork& w, int root) {
    const int path = w.pathOf(root), first = w.branchRoot(path);
    DcaNode& own = w.node(root);
    if (w.onLoop(path) && w.loopClosed) {
        const int last = w.path(path).bodies.back();
        w.loop.closeAccelerations(w.t, w.state.bodies, w.link(first), product(w, first),
                                  w.link(last), w.xi(root), own);
        return;
    }
    own.T_1 = through(w, first, carried(w, first) + product(w, first) - own.xi10);
    own.T_2 = V6d::zero();
}

// Disassembly.

/// T_1^B = W (xi12^B T_2 - xi21^A T_1) + beta, T_2^A = -T_1^B; A = xi11 (T_1 + S_12 T_2) + xi10 of
/// a body.
inline void disassemble(DcaWork& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    if (const int path = w.pathOf(index); path >= 0 && !w.startsAtGround(path)) solveBase(w, index);
    const DcaNode& C = w.node(index);
    if (at.A < 0)
        w.of(at.body).A = C.xi10 + mobility(w, at.body, C.T_1 + shiftWrench(C.s12, C.T_2));
    else
        w.onCut(at.body, [&](const auto& cut) {
            momentree::disassemble(C, cut, w.node(at.A), w.node(at.B));
        });
}

// Rates.

/// udot = H^T (A - S^T A_parent - c).
/// @param rates [nu] written
inline void evaluateRates(DcaWork& w, int i, double* rates) {
    const TreeLink<double>& k = w.link(i);
    const V6d relative = w.of(i).A - carried(w, i) - product(w, i);
    onMotion(k, [&]<typename Space>(const Space& H) {
        Eigen::Map<VecN<double, Space::nu>>{rates + k.firstU} = H.along(relative);
    });
}

}  // namespace momentree::dca
