// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/reactions.hpp"

#include <algorithm>

#include "core/math/index.hpp"

namespace momentree {

void writeReactions(const Model& model, std::span<const BodyKinematics<double>> bodies,
                    std::span<const ConstraintTerms<double>> terms, const Eigen::VectorXd& sigma,
                    Sample& sample) {
    std::fill(sample.motionEfforts.begin(), sample.motionEfforts.end(), 0.0);
    for (Sample::JointSample& joint : sample.joints) joint.reaction.setZero();
    for (std::size_t k = 0; k < model.constraints.size(); ++k) {
        const Constraint& c = model.constraints[k];
        const auto multipliers = sigma.segment(c.firstRow, c.rows());
        if (const int joint = reactingJoint(model, c); joint >= 0)
            sample.joints[toIndex(joint)].reaction.noalias() +=
                rowsOnOutboard(model, c, terms[k]).transpose() * multipliers;
        if (c.coupling >= 0) sample.couplingEfforts[toIndex(c.term)] = c.ratio * multipliers[0];
        if (c.motion >= 0) sample.motionEfforts[toIndex(c.motion)] = multipliers[0];
    }
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
        // From the centre of mass of body B to marker B, world axes.
        const JointElement& joint = model.joints[k];
        Vec6<double>& reaction = sample.joints[k].reaction;
        const Vector3d arm = at(bodies, joint.B.body).R * joint.B.frame.r;
        reaction = shiftWrench<double>(-arm, reaction);
    }
}

}  // namespace momentree
