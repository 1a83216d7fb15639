// SPDX-License-Identifier: Apache-2.0
// The matrices of every divide and conquer on a spanning tree, for one node (THEORY 3.2, 3.3, 3.8);
// two_handles.hpp has the algebra of two handles. The vectors are those of each formulation.
#pragma once

#include "core/formulations/shared/assembly_work.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {

/// K V = D (D^T X D)^-1 D^T V of a factorised joint.
template <typename S, typename Node>
V6<S> through(AssemblyWork<S, Node>& w, int i, const V6<S>& V) {
    V6<S> T = V6<S>::zero();
    w.onCut(i, [&](const auto& cut) { T = cut.through(V); });
    return T;
}

// 3.2: one body, (13)-(23); 3.8: with its branches.

/// M_leaf = M_O + sum S K_c S^T, xi11 = M_leaf^-1 (3.8).
template <typename S, typename Node>
Mat6<S> inertiaWithBranches(AssemblyWork<S, Node>& w, int i) {
    const TreeLink<S>& k = w.link(i);
    Symmetric6<S> M = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C));
    for (const int branch : w.branches(i)) {
        const int c = w.branchRoot(branch);
        w.onCut(c, [&](const auto& cut) {
            for (const V6<S>& g : cut.G) M.addSquare(shiftWrench(w.link(c).r, g));
        });
    }
    return M.full();
}

/// Handles and xi of one body (18)-(23).
template <typename S, typename Node>
void initialiseLeaf(AssemblyWork<S, Node>& w, int i) {
    const TreeLink<S>& k = w.link(i);
    Node& own = w.node(w.body(i).leaf);
    HandleMatrices<S>& matrices = w.xi(w.body(i).leaf);
    const auto at = static_cast<std::size_t>(i);
    const int next = w.tree.successor[at];
    own.s12 = next >= 0 ? w.link(next).r : k.s;
    if (next < 0 && w.onLoop(w.tree.pathOf[at])) own.s12 += V3<S>::of(w.loop.arm(w.state.bodies));
    if (w.body(i).carrier >= 0) {
        matrices.xi11 = Symmetric6<S>::of(spdInverse(inertiaWithBranches(w, i)));
        w.carrier(i) = matrices.xi11;
        leafHandles(own.s12, matrices);
    } else {
        leafHandles(k.mass, k.s, own.s12, turned(k.R, w.body(i).JInv), matrices);
    }
}

/// xi11 P of one body.
template <typename S, typename Node>
MOMENTREE_INLINE V6<S> mobility(AssemblyWork<S, Node>& w, int i, const V6<S>& P) {
    if (w.body(i).carrier >= 0) return w.carrier(i) * P;
    const TreeLink<S>& k = w.link(i);
    const V3<S> turning = k.R * (w.body(i).JInv * k.R.along(P.a - cross(k.s, P.l)));
    return {S(1) / k.mass * P.l + cross(k.s, turning), turning};
}

// 3.3: assembly, (27)-(33).

/// xi of a node; W of the joint inside it, (33).
template <typename S, typename Node>
void assembleMatrices(AssemblyWork<S, Node>& w, int index) {
    const AssemblyTree::Node& at = w.at(index);
    if (at.A < 0) {
        initialiseLeaf(w, at.body);
    } else {
        const HandleMatrices<S>&A = w.xi(at.A), &B = w.xi(at.B);
        w.node(index).s12 = w.node(at.A).s12 + w.node(at.B).s12;
        w.onConstraints(at.body, [&](const auto& D, auto& cut) {
            cut.factorise(D, B.xi11 + A.xi22);
            assemble(A, B, cut, w.xi(index));
        });
    }
    if (const int path = w.pathOf(index); path >= 0)
        w.onConstraints(w.branchRoot(path),
                        [&](const auto& D, auto& cut) { cut.factorise(D, w.xi(index).xi11); });
}

}  // namespace momentree
