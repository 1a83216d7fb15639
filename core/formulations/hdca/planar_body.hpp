// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/hdca/planar_mechanism.hpp"
#include "core/formulations/hdca/planar_node.hpp"

namespace momentree {

template <typename S>
Flat<S> flatOf(const Eigen::Vector2d& v) {
    return {static_cast<S>(v.x()), static_cast<S>(v.y())};
}

/// A body with its inboard joint, in the axes of the plane about the joint's origin.
template <typename S>
struct PlanarBody {
    int parent = ground, successor = -1, leaf = -1, q = 0, u = 0;
    S sign, mass, inverseMass, inertia, inverseInertia;
    Flat<S> c, r;  ///< centre of mass, and origin relative to the carrier's, at q = 0

    S angle;       ///< relative to q = 0
    S momentum;    ///< H p_hat
    Flat<S> s, o;  ///< centre of mass, and origin relative to the carrier's
    V3<S> V;       ///< [v; w]
    Square2<S> K;  ///< first body of a path: (D^T xi11 D)^-1 ...
    Flat<S> k;     ///< ... and -K D^T xi10 (3.8)
};

/// Its constants.
/// @param successor the next body of its path, -1 for none
template <typename S>
PlanarBody<S> planarBodyOf(const TreeBody& from, int successor,
                           const PlanarMechanism::Body& plane) {
    PlanarBody<S> to{};
    to.parent = from.parent;
    to.successor = successor;
    to.q = from.firstQ;
    to.u = from.firstU;
    to.sign = static_cast<S>(plane.sign);
    to.mass = static_cast<S>(from.mass);
    to.inertia = static_cast<S>(from.J_C(2, 2));
    to.inverseMass = S(1) / to.mass;
    to.inverseInertia = S(1) / to.inertia;
    to.c = flatOf<S>(plane.c);
    to.r = flatOf<S>(plane.r);
    return to;
}

}  // namespace momentree
