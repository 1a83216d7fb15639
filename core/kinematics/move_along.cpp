// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/move_along.hpp"

#include <array>

namespace momentree {

void moveAlong(const Model& model, const Eigen::VectorXd& delta, Eigen::VectorXd& q) {
    for (const TreeBody& tree : model.tree.bodies) {
        visitJoint(
            [&](auto joint) {
                std::array<double, 7> rate{};
                double* coordinates = q.data() + tree.firstQ;
                joint.rates(coordinates, delta.data() + tree.firstU, rate.data());
                for (int k = 0; k < joint.nq; ++k)
                    coordinates[k] += rate[static_cast<std::size_t>(k)];
                joint.normalise(coordinates);
            },
            tree.joint);
    }
}

}  // namespace momentree
