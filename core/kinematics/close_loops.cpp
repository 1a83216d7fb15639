// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/close_loops.hpp"

#include "core/kinematics/pose_search.hpp"

namespace momentree {

bool closeLoops(const Model& model, double t, Eigen::VectorXd& q,
                std::vector<BodyKinematics<double>>& bodies, CoupledTurns& turns, bool exactly) {
    PoseSearch pose(model, t, q, turns);
    const bool closed = pose.closeAgain(exactly);
    q = pose.q();
    turns = pose.turns();
    bodies.assign(pose.bodies().begin(), pose.bodies().end());
    return closed;
}

}  // namespace momentree
