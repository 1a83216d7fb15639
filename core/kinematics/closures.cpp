// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/closures.hpp"

#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {

void addVelocities(const Model& model, const Eigen::VectorXd& q,
                   std::span<const BodyKinematics<double>> bodies, int body,
                   const ConstraintTerms<double>::Rows& rows, Eigen::MatrixXd::RowsBlockXpr out) {
    if (body == ground) return;
    const Vector3d com = bodies[static_cast<std::size_t>(body)].r;
    for (int i = model.tree.ofBody[static_cast<std::size_t>(body)]; i != ground;
         i = model.tree.bodies[static_cast<std::size_t>(i)].parent) {
        const TreeBody& tree = model.tree.bodies[static_cast<std::size_t>(i)];
        const BodyKinematics<double>& carried = bodies[static_cast<std::size_t>(tree.body)];
        const Matrix3d R = carried.R * tree.toBody.R.transpose();
        const Vector3d O = carried.r - R * tree.c;
        const Mat6<double> toO = shift<double>(com - O);
        visitJoint(
            [&](auto joint) {
                constexpr int nu = decltype(joint)::nu;
                if constexpr (nu > 0) {
                    const Mat6N<double, nu> E =
                        rotate(R, joint.template E<double>(q.data() + tree.firstQ));
                    for (Eigen::Index k = 0; k < rows.rows(); ++k) {
                        const Eigen::Matrix<double, 1, 6> atO =
                            (toO * rows.row(k).transpose()).transpose();
                        out.row(k).template segment<nu>(tree.firstU) += atO * E;
                    }
                }
            },
            tree.joint);
    }
}

namespace {

/// @param each each(constraint, terms)
template <typename F>
ClosureState closureSums(const Model& model, double t,
                         std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled,
                         const F& each) {
    ClosureState state;
    state.Phi.setZero(model.tree.closureRows);
    state.PhiDot.setZero(model.tree.closureRows);
    ConstraintTerms<double> terms;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        const Eigen::Index at = c.closureRow;
        const BodyKinematics<double>& a = momentree::at(bodies, c.bodyA);
        const BodyKinematics<double>& b = momentree::at(bodies, c.bodyB);
        evaluate(c, motionOf(model, c, t, coupled), a, b, terms);
        state.Phi.segment(at, c.rows()) += terms.Phi;
        state.PhiDot.segment(at, c.rows()) += terms.J_a * a.V() + terms.J_b * b.V() + terms.Phi_t;
        each(c, terms);
    }
    return state;
}

}  // namespace

ClosureState closureGaps(const Model& model, double t,
                         std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled) {
    return closureSums(model, t, bodies, coupled, [](const auto&, const auto&) {});
}

ClosureState closureState(const Model& model, double t, const Eigen::VectorXd& q,
                          std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled) {
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(model.tree.closureRows, model.tree.nu);
    ClosureState state = closureSums(
        model, t, bodies, coupled, [&](const Constraint& c, const ConstraintTerms<double>& terms) {
            const auto rows = [&] { return J.middleRows(c.closureRow, c.rows()); };
            addVelocities(model, q, bodies, c.bodyA, terms.J_a, rows());
            addVelocities(model, q, bodies, c.bodyB, terms.J_b, rows());
        });
    state.J = std::move(J);
    return state;
}

void leaveOutVelocityRows(const Model& model, Eigen::MatrixXd& J) {
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (!c.isHolonomic()) J.row(c.closureRow).setZero();
    }
}

Eigen::MatrixXd pointJacobian(const Model& model, const Eigen::VectorXd& q,
                              std::span<const BodyKinematics<double>> bodies, int body,
                              const Vector3d& from) {
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, model.tree.nu);
    ConstraintTerms<double>::Rows rows(3, 6);
    for (int axis = 0; axis < 3; ++axis) {
        const Vector3d along = Vector3d::Unit(axis);
        rows.row(axis) << along.transpose(), from.cross(along).transpose();
    }
    addVelocities(model, q, bodies, body, rows, J.middleRows(0, 3));
    return J;
}

}  // namespace momentree
