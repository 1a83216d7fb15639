// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/solver_columns.hpp"

#include <Eigen/QR>
#include <map>

namespace momentree {
namespace {

/// Number of momenta of the joint that carries a tree body: one per speed, none for inserted
/// joints.
int momentaOf(const Model& model, const TreeBody& tree) {
    if (tree.element < 0) return 0;
    return speedCount(model.joints[static_cast<std::size_t>(tree.element)].kind);
}

/// A point mass keeps its axes without effort, since nothing turns it.
bool holdsPointMass(const Constraint& constraint) {
    return constraint.joint < 0 && constraint.motion < 0 && constraint.coupling < 0;
}

const std::string& ownerOf(const Model& model, const Constraint& constraint) {
    if (holdsPointMass(constraint))
        return model.bodies[static_cast<std::size_t>(constraint.bodyB)].name;
    if (constraint.coupling >= 0)
        return model.couplings[static_cast<std::size_t>(constraint.coupling)].name;
    return constraint.joint >= 0 ? model.joints[static_cast<std::size_t>(constraint.joint)].name
                                 : model.motions[static_cast<std::size_t>(constraint.motion)].name;
}

/// Linear momentum, and angular momentum about the world's origin.
Vec6<double> momentumOf(const Body& body, const BodyKinematics<double>& motion) {
    const Vector3d P = body.mass * motion.v;
    const Vector3d w_B = motion.R.transpose() * motion.w;
    Vec6<double> momentum;
    momentum << P, motion.R * (body.J_C * w_B) + motion.r.cross(P);
    return momentum;
}

/// The speeds of a joint move the bodies it carries at marker B along E u, in the axes of B; in the
/// opposite direction if the tree passes the joint from B to A.
void conjugateTo(const JointElement& joint, const TreeBody& tree, const Vec6<double>& carried,
                 std::span<const BodyKinematics<double>> bodies, const double* q, double* p) {
    const MarkerKinematics<double> B = markerKinematics(joint.B, bodies);
    const Vector3d P = carried.head<3>();
    Vec6<double> P_B;
    P_B << B.R.transpose() * P, B.R.transpose() * (carried.tail<3>() - B.r.cross(P));
    if (joint.B.body != tree.body) P_B = -P_B;
    visitJoint(
        [&](auto kind) {
            Eigen::Map<VecN<double, decltype(kind)::nu>>{p} =
                kind.template E<double>(q).transpose() * P_B;
        },
        joint.kind);
}

}  // namespace

SolverColumns::SolverColumns(const Model& model, const RowLayout& layout)
    : model_(model),
      first_(layout.balance() + 1),
      works_(layout.works()),
      sources_(workSources(model)),
      joints_(model.joints.size()),
      bodies_(model.bodies.size()),
      carried_(model.tree.bodies.size()) {
    for (const TreeBody& tree : model.tree.bodies)
        if (tree.element >= 0)
            joints_[static_cast<std::size_t>(tree.element)].count = momentaOf(model, tree);
    multipliers_ = momentum() + 6;
    for (Joint& joint : joints_) {
        joint.first = multipliers_;
        multipliers_ += joint.count;
    }
    for (std::size_t k = 0; k < model.constraints.size(); ++k)
        if (const int joint = reactingJoint(model, model.constraints[k]); joint >= 0)
            joints_[static_cast<std::size_t>(joint)].constraints.push_back(k);
}

void SolverColumns::addNames(const Model& model, std::vector<std::string>& names) {
    for (const char* name : {"newton", "balance", "momentum.x", "momentum.y", "momentum.z",
                             "angular_momentum.x", "angular_momentum.y", "angular_momentum.z"})
        names.emplace_back(name);
    std::vector<int> momenta(model.joints.size(), 0);
    for (const TreeBody& tree : model.tree.bodies)
        if (tree.element >= 0)
            momenta[static_cast<std::size_t>(tree.element)] = momentaOf(model, tree);
    for (std::size_t j = 0; j < momenta.size(); ++j)
        addNumbered(names, model.joints[j].name + ".p", momenta[j]);
    std::map<std::string, int> rows, seen;
    for (const Constraint& c : model.constraints) rows[ownerOf(model, c)] += c.ownRows();
    for (const Constraint& c : model.constraints)
        for (int k = 0; k < c.ownRows(); ++k) {
            const std::string& owner = ownerOf(model, c);
            names.push_back(owner + ".sigma" +
                            (rows[owner] > 1 ? std::to_string(++seen[owner]) : std::string()));
        }
}

void SolverColumns::write(const Sample& sample, std::span<double> row) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i] = kinematicsOf(sample.bodies[i]);
    writeMomenta(sample, row);
    writeMultipliers(sample, row);
    for (int k = 0; k < sourceCount(); ++k) {
        double* at = row.data() + power(k);
        at[0] = at[1] = 0.0;
        for (const int exchange : sources_[static_cast<std::size_t>(k)].exchanges) {
            at[0] += sample.exchanges[static_cast<std::size_t>(exchange)].power;
            at[1] += sample.exchanges[static_cast<std::size_t>(exchange)].work;
        }
    }
}

void SolverColumns::writeMomenta(const Sample& sample, std::span<double> row) {
    const std::vector<TreeBody>& tree = model_.tree.bodies;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const auto body = static_cast<std::size_t>(tree[i].body);
        carried_[i] = momentumOf(model_.bodies[body], bodies_[body]);
    }
    Vec6<double> all = Vec6<double>::Zero();
    for (std::size_t i = tree.size(); i-- > 0;) {
        const int parent = tree[i].parent;
        (parent == ground ? all : carried_[static_cast<std::size_t>(parent)]) += carried_[i];
        if (tree[i].element < 0) continue;
        const auto j = static_cast<std::size_t>(tree[i].element);
        conjugateTo(model_.joints[j], tree[i], carried_[i], bodies_, sample.joints[j].q.data(),
                    row.data() + joints_[j].first);
    }
    Eigen::Map<Vec6<double>>{row.data() + momentum()} = all;
}

/// The rows of a joint are independent, so its reaction without the efforts of motions determines
/// the multipliers.
void SolverColumns::writeMultipliers(const Sample& sample, std::span<double> row) {
    using Rows = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
    const std::span<const BodyKinematics<double>> bodies(bodies_);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const Marker& B = model_.joints[j].B;
        Vec6<double> wrench = sample.joints[j].reaction;  // from marker B to the centre of mass
        const Vector3d arm = at(bodies, B.body).R * B.frame.r, force = wrench.head<3>();
        wrench.tail<3>() += arm.cross(force);
        Rows J_transposed(6, 0);
        for (const std::size_t k : joints_[j].constraints) {
            const Constraint& c = model_.constraints[k];
            momentree::evaluate(c, motionOf(model_, c, sample.time), at(bodies, c.bodyA),
                                at(bodies, c.bodyB), terms_);
            if (c.coupling >= 0) {
                wrench -= sample.couplingEfforts[static_cast<std::size_t>(c.term)] / c.ratio *
                          terms_.J_b.row(0).transpose();
                continue;
            }
            if (c.motion >= 0) {
                wrench -= sample.motionEfforts[static_cast<std::size_t>(c.motion)] *
                          rowsOnOutboard(model_, c, terms_).row(0).transpose();
                continue;
            }
            const Eigen::Index had = J_transposed.cols();
            J_transposed.conservativeResize(6, had + c.rows());
            J_transposed.rightCols(c.rows()) = terms_.J_b.transpose();
        }
        if (J_transposed.cols() == 0) continue;
        const Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1> sigma =
            Eigen::ColPivHouseholderQR<Rows>(J_transposed).solve(wrench);
        Eigen::Index used = 0;
        for (const std::size_t k : joints_[j].constraints) {
            const Constraint& c = model_.constraints[k];
            for (int r = 0; c.motion < 0 && c.coupling < 0 && r < c.rows(); ++r)
                row[static_cast<std::size_t>(multiplier(c.firstRow + r))] = sigma[used++];
        }
    }
    for (const Constraint& c : model_.constraints) {
        if (c.joint >= 0) continue;
        double& sigma = row[static_cast<std::size_t>(multiplier(c.firstRow))];
        sigma = 0.0;
        if (c.coupling >= 0)
            sigma = sample.couplingEfforts[static_cast<std::size_t>(c.term)] / c.ratio;
        if (c.motion >= 0) sigma = sample.motionEfforts[static_cast<std::size_t>(c.motion)];
    }
}

}  // namespace momentree
