// SPDX-License-Identifier: Apache-2.0
// The chain used to measure forward dynamics, with its exact motion for comparison.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>

#include "core/model/model.hpp"

namespace momentree::bench {

enum class ChainJoint { Revolute, Spherical };
const char* name(ChainJoint joint);

/// Identical links of 1 m and 1 kg along x, centre of mass in the middle, inertia diag(0.4, 0.7, 1)
/// about it, gravity along -y. Revolute axes alternate between z and y.
struct Chain {
    ChainJoint joint = ChainJoint::Revolute;
    int links = 2;

    int speeds() const { return joint == ChainJoint::Revolute ? 1 : 3; }       ///< of each joint
    int coordinates() const { return joint == ChainJoint::Revolute ? 1 : 4; }  ///< of each joint
};
inline Eigen::Vector3d linkInertia() { return {0.4, 0.7, 1.0}; }
inline constexpr double gravity = 9.81;
Eigen::Vector3d linkAxis(int link);  ///< of revolute chains

/// Joint coordinates (quaternions scalar first) and speeds (of spherical joints in axes of the
/// outboard link).
struct ChainState {
    Eigen::VectorXd q, u;
};
/// Random values of ordinary size, different for every `seed`.
ChainState randomState(const Chain& chain, std::uint64_t seed);

/// The quantities computed by the formulations, in extended precision: momenta and their rates by
/// sums over the outboard links, accelerations by an articulated-body recursion.
struct ChainMotion {
    Eigen::VectorXd qdot, p, pdot, udot;
};
ChainMotion exactMotion(const Chain& chain, const ChainState& state);

/// |a - b| / |b|, Euclidean.
double relativeError(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace momentree::bench
