// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "core/kinematics/constraints.hpp"
#include "core/kinematics/cures.hpp"
#include "core/kinematics/loop_parts.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/redundancy.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;

constexpr double leastShare = 1e-6;
constexpr Eigen::Index mostRows = 1200;

struct Row {
    int constraint = 0, row = 0;
};

/// Jacobian of the loop constraints in the velocities of their bodies; rows of points are in the
/// axes of marker A.
MatrixXd loopJacobian(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
                      const LoopParts& parts, std::vector<Row>& rows) {
    std::map<int, Eigen::Index> columns;
    for (const int body : parts.bodies)
        columns.emplace(body, 6 * static_cast<Eigen::Index>(columns.size()));
    for (const int k : parts.constraints)
        for (int row = 0; row < model.constraints[static_cast<std::size_t>(k)].rows(); ++row)
            rows.push_back({k, row});
    MatrixXd J = MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()),
                                6 * static_cast<Eigen::Index>(columns.size()));
    const double length = std::max(radiusOfGyration(model), 1e-12);
    ConstraintTerms<double> terms;
    Eigen::Index first = 0;
    for (const int k : parts.constraints) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        evaluate(c, motionOf(model, c, t), at(bodies, c.bodyA), at(bodies, c.bodyB), terms);
        const auto put = [&](int body, const MatrixXd& block) {
            const auto found = columns.find(body);
            if (found == columns.end()) return;
            MatrixXd scaled = block;
            scaled.rightCols<3>() /= length;
            if (c.isAngle()) scaled *= length;
            if (c.kind == Constraint::Kind::Point) scaled = alongMarker(model, c, bodies) * scaled;
            J.block(first, found->second, c.rows(), 6) += scaled;
        };
        put(c.bodyA, terms.J_a);
        put(c.bodyB, terms.J_b);
        first += c.rows();
    }
    return J;
}

}  // namespace

Result<std::vector<OverheldJoint>> overheldJoints(const Model& model, double t,
                                                  const std::vector<BodyState>& states) {
    std::vector<OverheldJoint> found;
    const LoopParts parts = loopParts(model);
    if (parts.constraints.empty()) return found;
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(states);
    std::vector<Row> rows;
    const MatrixXd J = loopJacobian(model, t, bodies, parts, rows);
    if (J.rows() > mostRows)
        return fail(error(Place::model("constraints"),
                          MOMENTREE_TEXT("constraints-too-many",
                                         "the loops have %1 equations; at most %2 can be analysed")(
                              J.rows(), mostRows)));
    Eigen::VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, t, bodies, q.data(), u.data());
    const MatrixXd N = leftNullSpace(J, rankThresholdAt(model, t, q));
    std::map<int, OverheldJoint> joints;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const double share = N.row(static_cast<Eigen::Index>(k)).squaredNorm();
        const Constraint& c = model.constraints[static_cast<std::size_t>(rows[k].constraint)];
        if (share < leastShare || c.joint < 0) continue;
        OverheldJoint& joint = joints[c.joint];
        joint.joint = c.joint;
        joint.share = std::max(joint.share, share);
        joint.directions.push_back(directionOf(model, c, rows[k].row, bodies));
    }
    for (auto& [index, joint] : joints) found.push_back(std::move(joint));
    return found;
}

}  // namespace momentree
