// SPDX-License-Identifier: Apache-2.0
// Rows of the data-driven tests of formulations.
#pragma once

#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test {

/// A random mechanism with a name, recipe and seed.
struct Mechanism {
    std::string name;
    Recipe recipe;
    std::uint64_t seed = 0;
};

/// The joint types of trees.
extern const std::vector<std::string> everyType;
/// Chains of every type, mixed, driven and loaded; random trees; planar chains.
std::vector<Mechanism> openMechanisms();
/// Chains whose last body is joined to ground, with every type of closing joint.
std::vector<Mechanism> closedMechanisms();
/// Open and closed mechanisms.
std::vector<Mechanism> allMechanisms();

/// Test columns `formulation` and `mechanism` with one row for every pair.
void addColumns();
void addRows(const std::vector<std::string>& formulations,
             const std::vector<Mechanism>& mechanisms);

std::shared_ptr<const Model> modelOf(const Mechanism& mechanism);
/// The described start, made consistent if a loop is closed.
JointState startStateOf(const Mechanism& mechanism, const Model& model);

Eigen::VectorXd joined(const Eigen::VectorXd& a, const Eigen::VectorXd& b);
Eigen::VectorXd stacked(const std::vector<Vec6<double>>& vectors);
/// Poses (as rotation matrices) and velocities in one vector.
Eigen::VectorXd flattened(const std::vector<BodyState>& bodies);

}  // namespace momentree::test

Q_DECLARE_METATYPE(momentree::test::Mechanism)
