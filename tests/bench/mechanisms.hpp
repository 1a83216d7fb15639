// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bench/chain.hpp"
#include "core/model/model.hpp"

namespace momentree::bench {

/// A chain at rest, initially stretched along x.
std::shared_ptr<const Model> chainModel(const Chain& chain,
                                        const Eigen::Vector3d& inertia = linkInertia());

/// The revolute chain with parameters: m, the mass of all links, and L, their length.
std::shared_ptr<const Model> armModel(int links);

/// The revolute chain with all axes along z.
std::shared_ptr<const Model> planarChainModel(int links);

/// `windows` adjacent four-bars: upright slender bars of 1 m and 1 kg on ground joints 1 m apart,
/// with equal bars between their tips, which start at 1 m/s. `tilted`, out of the planes of the
/// axes, one of the three equations of every point is redundant.
std::shared_ptr<const Model> ladderModel(int windows, bool tilted = false);

/// A chain of parallelograms: each plate carries two bars of 1 m, 0.5 m apart, and they the next
/// plate. The axes of the next ones are perpendicular. Three of the equations of each loop are
/// redundant.
std::shared_ptr<const Model> parallelogramChain(int loops);

/// Two planar chains of `depth` links beside each other, whose links number `joined` are connected
/// by a rod: one loop of 2 `joined` + 1 moving bodies, as in [Chignoli], "implicit" chains. Bent
/// alike up to the rod, which is as long as the distance between the chains.
std::shared_ptr<const Model> parallelChains(int depth, int joined);

/// A free body with `branches` chains of `depth` four-bars, as in [Chignoli]: three moving bodies
/// each, the next four-bar on one of them.
std::shared_ptr<const Model> fourBarTree(int branches, int depth);

}  // namespace momentree::bench
