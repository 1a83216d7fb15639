// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/redundancy.hpp"

#include <array>

#include "core/kinematics/loop_motions.hpp"

namespace momentree {
namespace {

/// Rows found independent so far, orthonormal.
class RowSpace {
public:
    RowSpace(Eigen::Index rows, Eigen::Index columns, double threshold)
        : basis_(rows, columns), threshold_(threshold) {}

    /// Returns true and keeps the row if it is independent of the others.
    bool add(Eigen::RowVectorXd row) {
        for (int pass = 0; pass < 2; ++pass)  // repeated once against rounding
            for (Eigen::Index k = 0; k < rank_; ++k) row -= row.dot(basis_.row(k)) * basis_.row(k);
        if (row.norm() <= threshold_) return false;
        basis_.row(rank_++) = row.normalized();
        return true;
    }

private:
    Eigen::MatrixXd basis_;
    double threshold_;
    Eigen::Index rank_ = 0;
};

/// The marker axis closest to a direction in marker axes.
std::string axisName(const Vector3d& direction) {
    static constexpr std::array<const char*, 3> names{"x", "y", "z"};
    Eigen::Index nearest = 0;
    direction.cwiseAbs().maxCoeff(&nearest);
    return names[static_cast<std::size_t>(nearest)];
}

/// @param dependent [closureRows]
std::vector<Redundancy> named(const Model& model, std::span<const BodyKinematics<double>> bodies,
                              const std::vector<char>& dependent) {
    std::vector<Redundancy> found;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.adds) continue;
        for (int row = 0; row < c.rows(); ++row) {
            if (!dependent[static_cast<std::size_t>(c.closureRow + row)]) continue;
            if (found.empty() || found.back().joint != c.joint ||
                found.back().coupling != c.coupling)
                found.push_back({c.joint, c.coupling, {}});
            found.back().directions.push_back(directionOf(model, c, row, bodies));
        }
    }
    return found;
}

}  // namespace

Matrix3d constraintAxes(const Model& model, const Constraint& c,
                        std::span<const BodyKinematics<double>> bodies) {
    if (c.joint < 0) return at(bodies, c.bodyA).R;
    return markerKinematics(model.joints[static_cast<std::size_t>(c.joint)].A, bodies).R;
}

Matrix3d alongMarker(const Model& model, const Constraint& c,
                     std::span<const BodyKinematics<double>> bodies) {
    const Matrix3d axes = c.carried ? Matrix3d(at(bodies, c.bodyA).R * c.axes) : c.axes;
    return constraintAxes(model, c, bodies).transpose() * axes;
}

std::string directionOf(const Model& model, const Constraint& c, int row,
                        std::span<const BodyKinematics<double>> bodies) {
    const Matrix3d axes = constraintAxes(model, c, bodies);
    const Vector3d x = at(bodies, c.bodyA).R * c.x_a;
    switch (c.kind) {
        case Constraint::Kind::Point:
            return "shift along " + axisName(Vector3d::Unit(row));
        case Constraint::Kind::Angle:
            return "turn about " +
                   axisName(axes.transpose() * x.cross(at(bodies, c.bodyB).R * c.y_b));
        case Constraint::Kind::Twist:
            return "turn about z";
        case Constraint::Kind::Offset:
            return "shift along " + axisName(axes.transpose() * x);
        case Constraint::Kind::Roll:
            return "shift along " + axisName(axes.transpose() * x);
        case Constraint::Kind::Edge:
            return "shift along " + axisName(axes.transpose() * (at(bodies, c.bodyB).R * c.y_b));
        case Constraint::Kind::Face:
            return "shift along " + axisName(axes.transpose() * (at(bodies, c.bodyB).R * c.y_b));
        case Constraint::Kind::Curve:
            return "shift across the curve";
        case Constraint::Kind::Touch:
            return "shift along z";
        case Constraint::Kind::Coordinate:
            return "ratio";
        case Constraint::Kind::Distance:
            break;
    }
    return "distance";
}

std::vector<Redundancy> redundancies(const Model& model,
                                     std::span<const BodyKinematics<double>> bodies,
                                     const Eigen::MatrixXd& J, double threshold) {
    if (J.size() == 0) return {};
    std::vector<char> dependent(static_cast<std::size_t>(J.rows()), 0);
    RowSpace space(J.rows(), J.cols(), threshold * J.rowwise().norm().maxCoeff());
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.adds) continue;
        Eigen::MatrixXd rows = J.middleRows(c.closureRow, c.rows());
        if (c.kind == Constraint::Kind::Point) rows = alongMarker(model, c, bodies) * rows;
        for (int row = 0; row < c.rows(); ++row)
            dependent[static_cast<std::size_t>(c.closureRow + row)] = !space.add(rows.row(row));
    }
    return named(model, bodies, dependent);
}

std::vector<Redundancy> redundanciesAt(const Model& model, const PoseSearch& pose) {
    if (!LoopMotions::needed(model))
        return redundancies(model, pose.bodies(), pose.velocityEquations().A,
                            rankTolerance(pose.gapAround()));
    LoopMotions motions(model, pose, true);
    motions.factorise(pose, {}, pose.gap());
    std::vector<char> dependent(static_cast<std::size_t>(model.tree.closureRows));
    for (std::size_t row = 0; row < dependent.size(); ++row)
        dependent[row] = motions.leftOut(static_cast<int>(row));
    return named(model, pose.bodies(), dependent);
}

std::string textOf(const Model& model, const Redundancy& redundancy) {
    std::string text = "a motion";
    if (redundancy.joint >= 0) text = model.joints[static_cast<std::size_t>(redundancy.joint)].name;
    if (redundancy.coupling >= 0)
        text = model.couplings[static_cast<std::size_t>(redundancy.coupling)].name;
    for (std::size_t k = 0; k < redundancy.directions.size(); ++k)
        text += (k == 0 ? ": " : ", ") + redundancy.directions[k];
    return text;
}

}  // namespace momentree
