// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/coupled_turns.hpp"

namespace momentree {

/// Closes the loops after a move: the smallest change of the tree's coordinates q [nq] that
/// satisfies all closures at t, including redundant ones, as `PoseSearch::closeAgain` does. The
/// returned bodies are at rest. Returns false if it does not converge; q and bodies are then those
/// of the last iteration.
/// @param exactly whether the loops closed exactly before the move
/// @param turns at a pose near q; in the end at q
bool closeLoops(const Model& model, double t, Eigen::VectorXd& q,
                std::vector<BodyKinematics<double>>& bodies, CoupledTurns& turns, bool exactly);

}  // namespace momentree
