// SPDX-License-Identifier: Apache-2.0
// The equations of the divide and conquer for one node of a spanning tree (THEORY 3.2-3.8), in this
// order. The matrices xi are those of shared/assembly_equations.hpp; passes.hpp has the passes over
// all nodes.
#pragma once

#include "core/formulations/hdca/work.hpp"
#include "core/formulations/shared/assembly_equations.hpp"

namespace momentree {

// Of one joint.

/// H p.
template <typename S>
MOMENTREE_INLINE V6<S> jointMomentum(HdcaWork<S>& w, int i) {
    V6<S> Hp = V6<S>::zero();
    if (w.p == nullptr) return Hp;
    const TreeLink<S>& k = w.link(i);
    onMotion(k, [&]<typename Space>(const Space& H) {
        Hp = H * VecN<S, Space::nu>(Eigen::Map<const VecN<S, Space::nu>>(w.p + k.firstU));
    });
    return Hp;
}
/// V_t.
template <typename S>
V6<S> prescribed(HdcaWork<S>& w, int i) {
    return w.moving ? w.link(i).V_t : V6<S>::zero();
}
/// Velocity of a body's parent, moved to the body's origin.
template <typename S>
V6<S> carried(HdcaWork<S>& w, int i) {
    const int parent = w.link(i).parent;
    if (parent == ground) return V6<S>::zero();
    return shiftVelocity(w.link(i).r, w.link(parent).V);
}

// 3.2: one body, (13)-(23); 3.8: with its branches.

/// b = H_i p_i - S_12 H_j p_j - S w - sum S k_c (3.2, 3.8, 3.9).
template <typename S>
V6<S> momentumOf(HdcaWork<S>& w, int i) {
    V6<S> b = jointMomentum(w, i);
    if (!w.wrenches.empty()) b -= w.wrenches[static_cast<std::size_t>(i)];
    const int next = w.tree.successor[static_cast<std::size_t>(i)];
    if (next >= 0) b -= shiftWrench(w.link(next).r, jointMomentum(w, next));
    for (const int branch : w.branches(i)) {
        const int c = w.branchRoot(branch);
        b -= shiftWrench(w.link(c).r, w.body(c).k);
    }
    return b;
}

// 3.3: assembly, (27)-(37).

/// xi10 = xi11 b, xi20 = S_12^T xi10 of a body; of a node by (34)-(37); k of a path (3.8).
template <typename S>
void assembleBias(HdcaWork<S>& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    HdcaNode<S>& own = w.node(index);
    if (at.A < 0) {
        own.xi10 = mobility(w, at.body, momentumOf(w, at.body));
        own.xi20 = shiftVelocity(own.s12, own.xi10);
    } else {
        const HdcaNode<S>&A = w.node(at.A), &B = w.node(at.B);
        V6<S> gap = B.xi10 - A.xi20;
        if (w.moving && w.link(at.body).driven) gap -= w.link(at.body).V_t;
        w.onCut(at.body, [&](auto& cut) { assembleBias(A, B, gap, cut, own); });
    }
    if (const int path = w.pathOf(index); path >= 0) {
        const int first = w.branchRoot(path);
        w.body(first).k =
            jointMomentum(w, first) + through(w, first, prescribed(w, first) - own.xi10);
    }
}

/// Q_1 = S(s) [f; n] + sum S Q_1^c of a body; Q_1 = Q_1^A + S_12^A Q_1^B of a node (31).
template <typename S>
void assembleLoads(HdcaWork<S>& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    HdcaNode<S>& own = w.node(index);
    if (at.A >= 0) {
        own.Q_1 = w.node(at.A).Q_1 + shiftWrench(w.node(at.A).s12, w.node(at.B).Q_1);
        return;
    }
    const V3<S> f = w.link(at.body).mass * w.gravity;
    own.Q_1 = w.Q.empty() ? V6<S>{f, cross(w.link(at.body).s, f)}
                          : w.Q[static_cast<std::size_t>(at.body)];
    for (const int branch : w.branches(at.body))
        own.Q_1 += shiftWrench(w.link(w.branchRoot(branch)).r, w.node(w.path(branch).root()).Q_1);
}

// 3.4: base connection, (39), (40); 3.5: the loop to ground, (42); 3.8: branches.

/// T at the handles of a path: K (V_carrier + V_t - xi10) inboard, which is -D (D^T xi11 D)^-1 D^T
/// (xi10 - V_t) at ground and T_c at a branch; zero outboard, unless a loop is closed there.
/// @param root of the path
template <typename S>
void solveBase(HdcaWork<S>& w, int root) {
    const int path = w.pathOf(root), first = w.branchRoot(path);
    HdcaNode<S>& own = w.node(root);
    if (w.onLoop(path)) {
        w.loop.close(w.t, w.state.bodies, w.link(first), prescribed(w, first), w.xi(root), own);
        return;
    }
    own.T_1 = through(w, first, carried(w, first) + prescribed(w, first) - own.xi10);
    own.T_2 = V6<S>::zero();
}

// 3.6: disassembly, (41), (45)-(49).

/// T of the handles inside a node (45), (46); V = xi11 (T_1 + S_12 T_2) + xi10 of a body.
template <typename S>
void disassembleImpulses(HdcaWork<S>& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    const HdcaNode<S>& C = w.node(index);
    if (at.A < 0) {
        w.link(at.body).V = C.xi10 + mobility(w, at.body, C.T_1 + shiftWrench(C.s12, C.T_2));
    } else {
        w.onCut(at.body, [&](const auto& cut) { disassemble(C, cut, w.node(at.A), w.node(at.B)); });
    }
}

/// Qb_1^B = Q_1^B - S_12^B Qb_2, Qb_2^A = -Qb_1^B (47)-(49).
template <typename S>
void disassembleLoads(HdcaWork<S>& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    HdcaNode<S>& own = w.node(index);
    if (const int path = w.pathOf(index); path >= 0) {
        own.Qb_2 = w.onLoop(path) ? V6<S>::of(w.loop.load(w.t, w.state.bodies)) : V6<S>::zero();
        own.Qb_1 = own.Q_1 - shiftWrench(own.s12, own.Qb_2);
    }
    if (at.A < 0) return;
    HdcaNode<S>&A = w.node(at.A), &B = w.node(at.B);
    B.Qb_1 = B.Q_1 - shiftWrench(B.s12, own.Qb_2);
    A.Qb_2 = -B.Qb_1;
    A.Qb_1 = own.Qb_1;
    B.Qb_2 = own.Qb_2;
}

// 3.7: rates, (50), (51).

/// u, qdot and pdot = Hdot^T Pb + H^T (Qb_1 - [0; v x pb_l]) with Pb = T_1 + H p; Hdot = w_B x H +
/// R_B Edot.
/// @param leaf of the body
template <typename S>
void evaluateRates(HdcaWork<S>& w, int leaf) {
    const int i = w.at(leaf).body;
    const TreeLink<S>& k = w.link(i);
    const HdcaNode<S>& own = w.node(leaf);
    const V6<S> Pb = own.T_1 + jointMomentum(w, i);
    // H^T applied to the rates; (w x h) . P = -h . (w x P) moves w_B x H into the load.
    const V6<S> force = own.Qb_1 - wrenchRate(k.V, Pb);
    const V6<S> relative = k.V - carried(w, i) - k.V_t;
    visitJoint(
        [&](auto joint) {
            using J = decltype(joint);
            if constexpr (J::nu > 0) {
                const MotionSpace<J, S> H(k);
                const VecN<S, J::nu> u = H.along(relative);
                Eigen::Map<VecN<S, J::nu>>{w.pdot + k.firstU} =
                    H.along(force) + H.ratesAlong(u, Pb);
                joint.template rates<S>(w.y->data() + k.firstQ, u.data(), w.qdot + k.firstQ);
            }
        },
        k.joint);
}

}  // namespace momentree
