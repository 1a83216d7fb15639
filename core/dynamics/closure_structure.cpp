// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/closure_structure.hpp"

#include "core/dynamics/constrained_motion.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {

ClosureStructure closureStructure(const Model& model, const std::vector<BodyState>& bodies,
                                  double t) {
    ClosureStructure structure{
        closureRanks(model, t, bodies), Eigen::VectorXd::Zero(model.tree.closureRows), {}};
    std::vector<BodyKinematics<double>> start = kinematicsOf(bodies);
    structure.relative = mechanismScales(model, start).ofConstraints(model);
    if (structure.ranks.groups.empty()) return structure;
    if (LoopMotions::needed(model)) {
        Eigen::VectorXd q(model.tree.nq), u(model.tree.nu);
        jointsFromBodies(model, t, start, q.data(), u.data());
        const PoseSearch pose(model, t, q);
        structure.compliance =
            LoopMotions(model, pose).compliance().cwiseQuotient(pose.scales().row.cwiseAbs2());
        return structure;
    }
    ConstrainedMotion<double> motion(model);
    std::vector<ConstraintTerms<double>> terms(model.constraints.size());
    auto poses = loosePoses(model, t, bodies);
    poses.push_back(std::move(start));
    for (auto& pose : poses) {
        for (BodyKinematics<double>& body : pose) body.v.setZero(), body.w.setZero();
        evaluateAll<double>(model, t, pose, {}, terms, Needed::Rows);
        structure.compliance = structure.compliance.cwiseMax(motion.closureCompliance(pose, terms));
    }
    return structure;
}

}  // namespace momentree
