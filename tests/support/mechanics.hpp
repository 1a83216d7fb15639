// SPDX-License-Identifier: Apache-2.0
// Mechanics of a model computed only from its poses, with jets: velocities are derivatives of poses
// along the motion, so joint subspaces are not used.
#pragma once

#include <vector>

#include "core/model/model.hpp"
#include "support/jet.hpp"

namespace momentree::test {

using JetVector = Eigen::Matrix<Jet, Eigen::Dynamic, 1>;
using Jet3 = Vec3<Jet>;
using Jet33 = Mat3<Jet>;

struct Pose {
    Jet33 R = Jet33::Identity();
    Jet3 r = Jet3::Zero();
};
Pose operator*(const Pose& a, const Pose& b);

/// A frame with its velocity and angular velocity, world axes.
struct Moving {
    Jet33 R;
    Jet3 r, v, w;
};
/// Velocities are the derivatives of the pose along `Motion`.
Moving velocityOf(const Pose& pose);

/// qdot = N(q) u of every joint of the tree.
JetVector coordinateRates(const Tree& tree, const JetVector& q, const JetVector& u);

/// Poses of the body frames (centre of mass) as functions of the infinitesimal `Motion`, with their
/// velocities.
struct Configuration {
    std::vector<Pose> poses;
    std::vector<Moving> bodies;
    Jet time;  ///< with `Motion`
};
Configuration configurationOf(const Model& model, const JetVector& q, const JetVector& u,
                              const Jet& t);

Jet kineticEnergy(const Model& model, const Configuration& at);
Pose poseOf(const Configuration& at, const Marker& marker);
Jet lawAt(const Law& law, const Jet& t);

/// Stacked residuals of the closing constraints as functions of `Motion`.
JetVector closures(const Model& model, const Configuration& at);

/// The coordinates along which loads work, in the order of `loadMagnitudes`.
std::vector<Jet> loadRates(const Model& model, const Configuration& at);
/// Forces and torques along `loadRates` at the configuration's values.
std::vector<double> loadMagnitudes(const Model& model, const Configuration& at);
/// Gravity and springs [J], zero at the world origin and at rest lengths (preloads at length 0).
double potentialEnergy(const Model& model, const Configuration& at);

Eigen::VectorXd valuesOf(const JetVector& x);
Eigen::VectorXd derivativesOf(const JetVector& x, Infinitesimal direction);

}  // namespace momentree::test
