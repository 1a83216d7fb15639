// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/joint_friction.hpp"

#include <cmath>
#include <limits>

#include "core/dynamics/observer.hpp"
#include "core/kinematics/axial_coordinate.hpp"
#include "core/math/index.hpp"
#include "core/math/quad.hpp"

namespace momentree {
namespace {

/// The normal force of a reaction, and its derivative by force and moment.
template <typename S>
struct NormalForce {
    S size = S(0);
    Vec3<S> byForce = Vec3<S>::Zero(), byMoment = Vec3<S>::Zero();

    /// Two supports at the ends of a guide carry force and moment; without a length there is one.
    NormalForce(const Vec6<S>& reaction, const Vec3<S>& z, double guideLength) {
        const Vec3<S> force = reaction.template head<3>();
        const Vec3<S> across = force - z * z.dot(force);
        if (guideLength == 0.0) {
            add(across, z, S(0), S(1));
            return;
        }
        const S lever = S(1) / static_cast<S>(guideLength);
        const Vec3<S> couple = lever * reaction.template tail<3>().cross(z);
        for (const S side : {S(1), S(-1)})
            add(Vec3<S>(S(0.5) * across + side * couple), z, side * lever, S(0.5));
    }
    /// The most that a part of the reaction can add to it.
    S most(const Vec6<S>& part) const {
        return byForce.norm() * part.template head<3>().norm() +
               byMoment.norm() * part.template tail<3>().norm();
    }

private:
    void add(const Vec3<S>& support, const Vec3<S>& z, const S& lever, const S& share) {
        using std::sqrt;
        const S own = sqrt(support.squaredNorm());
        if (own == S(0)) return;
        const Vec3<S> along = support / own;
        size += own;
        byForce += share * along;
        byMoment += lever * z.cross(along);
    }
};

/// The rate of a load with friction by reactions, and the effort for a unit of normal force.
template <typename S>
struct Rubbing {
    S rate, level;

    Rubbing(const AxialLoad& load, const MarkerKinematics<S>& A, const MarkerKinematics<S>& B)
        : rate(axialCoordinate(load, A, B, 0.0).rate) {
        const double u = static_cast<double>(rate);
        const Slope slope = load.characteristic.friction.at(u);
        level = static_cast<S>(slope.f) + static_cast<S>(slope.df) * (rate - S(u));
        if (load.torque) level *= static_cast<S>(load.characteristic.friction.radius);
    }
};

/// Calls add(body, wrench) for the wrenches of a unit of effort on both bodies.
template <typename S, typename Add>
void forEachWrench(const AxialLoad& load, const MarkerKinematics<S>& A,
                   const MarkerKinematics<S>& B, const Add& add) {
    const Vec3<S> z = A.R.col(2), reach = A.arm + (B.r - A.r);
    const auto wrench = [&](const Vec3<S>& arm, const S& sign) {
        Vec6<S> w;
        if (load.torque)
            w << Vec3<S>::Zero(), sign * z;
        else
            w << sign * z, sign * arm.cross(z);
        return w;
    };
    if (load.B.body != ground) add(load.B.body, wrench(B.arm, S(1)));
    if (load.A.body != ground) add(load.A.body, wrench(reach, S(-1)));
}

}  // namespace

double normalForceOf(const AxialLoad& load, const Vec6<double>& reaction, const Vector3d& z) {
    const Friction& friction = load.characteristic.friction;
    return NormalForce<double>(reaction, z, friction.guideLength).size *
           (load.torque ? friction.radius : 1.0);
}

void addFriction(const Model& model, std::span<const BodyKinematics<double>> bodies,
                 const Sample& sample, std::span<Vec6<double>> Q) {
    for (const AxialLoad& load : model.axialLoads) {
        const Friction& friction = load.characteristic.friction;
        if (!friction.ofReaction()) continue;
        const auto A = markerKinematics<double>(load.A, bodies);
        const auto B = markerKinematics<double>(load.B, bodies);
        const Vec6<double>& reaction = sample.joints[toIndex(friction.joint)].reaction;
        const Rubbing<double> rubbing(load, A, B);
        const double normal = NormalForce<double>(reaction, A.R.col(2), friction.guideLength).size;
        forEachWrench<double>(load, A, B, [&](int body, const Vec6<double>& wrench) {
            Q[toIndex(body)] += rubbing.level * normal * wrench;
        });
    }
}

template <typename S>
JointFriction<S>::JointFriction(const Model& model) : model_(model) {
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const Friction& friction = model.axialLoads[k].characteristic.friction;
        if (!friction.ofReaction()) continue;
        Part& part = parts_.emplace_back();
        part.load = static_cast<int>(k);
        for (std::size_t c = 0; c < model.constraints.size(); ++c)
            if (reactingJoint(model, model.constraints[c]) == friction.joint)
                part.constraints.push_back(static_cast<int>(c));
        part.b.assign(model.bodies.size(), Vec6<S>::Zero());
        part.a = part.b;
        part.sigma.setZero(model.constraintRows);
    }
    for (Part& part : parts_) part.by.assign(parts_.size(), Vec6<S>::Zero());
    if (empty()) return;
    const auto count = static_cast<Eigen::Index>(parts_.size());
    wrenches_.assign(model.bodies.size(), Vec6<S>::Zero());
    matrix_.setZero(count, count);
    effort_.setZero(count);
    change_.setZero(count);
    still_.setZero(model.constraintRows);
}

template <typename S>
void JointFriction<S>::place(Part& part, std::span<const BodyKinematics<S>> bodies) const {
    const AxialLoad& load = model_.axialLoads[toIndex(part.load)];
    const MarkerKinematics<S> A = markerKinematics(load.A, bodies);
    const MarkerKinematics<S> B = markerKinematics(load.B, bodies);
    const Rubbing<S> rubbing(load, A, B);
    part.z = A.R.col(2);
    part.rate = rubbing.rate;
    part.level = rubbing.level;
    forEachWrench<S>(load, A, B,
                     [&](int body, const Vec6<S>& wrench) { part.b[toIndex(body)] = wrench; });
}

/// On B of the joint, at the origin of its marker B.
template <typename S>
Vec6<S> JointFriction<S>::reactionOf(const Part& part, std::span<const BodyKinematics<S>> bodies,
                                     std::span<const ConstraintTerms<S>> terms,
                                     const VectorX& sigma) const {
    Vec6<S> sum = Vec6<S>::Zero();
    for (const int k : part.constraints) {
        const Constraint& c = model_.constraints[toIndex(k)];
        sum.noalias() += rowsOnOutboard(model_, c, terms[toIndex(k)]).transpose() *
                         sigma.segment(c.firstRow, c.rows());
    }
    const AxialLoad& load = model_.axialLoads[toIndex(part.load)];
    const Marker& B = model_.joints[toIndex(load.characteristic.friction.joint)].B;
    const Vec3<S> arm = at(bodies, B.body).R * B.frame.r.template cast<S>();
    sum.template tail<3>() -= arm.cross(Vec3<S>(sum.template head<3>()));
    return sum;
}

template <typename S>
void JointFriction<S>::apply(std::span<const BodyKinematics<S>> bodies,
                             std::span<const ConstraintTerms<S>> terms,
                             ConstrainedMotion<S>& motion, std::span<Vec6<S>> a, VectorX& sigma) {
    for (Part& part : parts_) {
        place(part, bodies);
        part.without = reactionOf(part, bodies, terms, sigma);
        motion.solve(part.b, still_, part.a, part.sigma);
    }
    for (Part& part : parts_)
        for (std::size_t k = 0; k < parts_.size(); ++k)
            part.by[k] = reactionOf(part, bodies, terms, parts_[k].sigma);
    if (!solve()) effort_.setConstant(static_cast<S>(std::numeric_limits<double>::quiet_NaN()));
    power_ = 0.0;
    for (Vec6<S>& wrench : wrenches_) wrench.setZero();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const S effort = effort_[static_cast<Eigen::Index>(k)];
        power_ += static_cast<double>(effort * parts_[k].rate);
        sigma += effort * parts_[k].sigma;
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] += effort * parts_[k].a[i];
            wrenches_[i] += effort * parts_[k].b[i];
        }
    }
}

template <typename S>
void JointFriction<S>::addPowers(std::span<Exchange> axialLoads) const {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const auto power =
            static_cast<double>(effort_[static_cast<Eigen::Index>(k)] * parts_[k].rate);
        Exchange& load = axialLoads[toIndex(parts_[k].load)];
        load.power += power;
        load.active += power;
    }
}

/// Newton's method for effort_j = level_j N_j, from the reactions without friction. Whether it
/// found a solution that is the only one nearby.
template <typename S>
bool JointFriction<S>::solve() {
    using std::abs;
    constexpr int most = 50, usual = 8;
    const S close = S(16) * std::numeric_limits<S>::epsilon();
    effort_.setZero();
    for (int round = 0; round < most; ++round) {
        // Reactions may be small differences of large summands, whose rounding remains.
        bool balanced = round >= usual;
        for (std::size_t j = 0; j < parts_.size(); ++j) {
            Part& part = parts_[j];
            const auto row = static_cast<Eigen::Index>(j);
            part.now = part.without;
            for (std::size_t k = 0; k < parts_.size(); ++k)
                part.now += effort_[static_cast<Eigen::Index>(k)] * part.by[k];
            const AxialLoad& load = model_.axialLoads[toIndex(part.load)];
            const NormalForce<S> normal(part.now, part.z, load.characteristic.friction.guideLength);
            change_[row] = part.level * normal.size - effort_[row];
            for (std::size_t k = 0; k < parts_.size(); ++k)
                matrix_(row, static_cast<Eigen::Index>(k)) =
                    (j == k ? S(1) : S(0)) -
                    part.level * (normal.byForce.dot(part.by[k].template head<3>()) +
                                  normal.byMoment.dot(part.by[k].template tail<3>()));
            if (!balanced) continue;
            S summands = normal.most(part.without);
            for (std::size_t k = 0; k < parts_.size(); ++k)
                summands += abs(effort_[static_cast<Eigen::Index>(k)]) * normal.most(part.by[k]);
            balanced = abs(change_[row]) <= close * abs(part.level) * summands;
        }
        if (!(eliminate() > S(0))) return false;
        effort_ += change_;
        S largest(0), moved(0);
        for (Eigen::Index k = 0; k < effort_.size(); ++k) {
            largest = std::max(largest, S(abs(effort_[k])));
            moved = std::max(moved, S(abs(change_[k])));
        }
        if (moved <= close * largest || balanced) return true;
        if (!(largest < static_cast<S>(std::numeric_limits<double>::max()))) return false;
    }
    return false;
}

/// `change_` becomes the solution of `matrix_`, which is destroyed. Returns the determinant.
template <typename S>
S JointFriction<S>::eliminate() {
    using std::abs;
    S determinant(1);
    const Eigen::Index n = change_.size();
    for (Eigen::Index k = 0; k < n; ++k) {
        Eigen::Index pivot = k;
        for (Eigen::Index i = k + 1; i < n; ++i)
            if (abs(matrix_(i, k)) > abs(matrix_(pivot, k))) pivot = i;
        if (pivot != k) {
            for (Eigen::Index j = k; j < n; ++j) std::swap(matrix_(k, j), matrix_(pivot, j));
            std::swap(change_[k], change_[pivot]);
            determinant = -determinant;
        }
        determinant *= matrix_(k, k);
        if (matrix_(k, k) == S(0)) return S(0);
        for (Eigen::Index i = k + 1; i < n; ++i) {
            const S factor = matrix_(i, k) / matrix_(k, k);
            for (Eigen::Index j = k; j < n; ++j) matrix_(i, j) -= factor * matrix_(k, j);
            change_[i] -= factor * change_[k];
        }
    }
    for (Eigen::Index k = n; k-- > 0;) {
        for (Eigen::Index j = k + 1; j < n; ++j) change_[k] -= matrix_(k, j) * change_[j];
        change_[k] /= matrix_(k, k);
    }
    return determinant;
}

template class JointFriction<double>;
template class JointFriction<float>;
template class JointFriction<Quad>;

FrictionOfReactions::FrictionOfReactions(const Model& model) {
    bool found = false;
    for (const AxialLoad& load : model.axialLoads)
        found = found || load.characteristic.friction.ofReaction();
    if (!found) return;
    equations_ = std::make_unique<NewtonEuler<double>>(model);
    bodies_.resize(model.bodies.size());
}

FrictionOfReactions::FrictionOfReactions(FrictionOfReactions&&) noexcept = default;
FrictionOfReactions::~FrictionOfReactions() = default;

void FrictionOfReactions::hold(const ClosureStructure& structure) {
    if (acts()) equations_->hold(structure);
}

template <typename S>
void FrictionOfReactions::add(double t, std::span<const BodyKinematics<S>> bodies,
                              std::span<const double> angles, std::span<Vec6<S>> Q) {
    if (!acts()) return;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        bodies_[i] = {bodies[i].R.template cast<double>(), bodies[i].r.template cast<double>(),
                      bodies[i].v.template cast<double>(), bodies[i].w.template cast<double>()};
    equations_->evaluate(t, bodies_, angles, 0.0);
    for (std::size_t i = 0; i < Q.size(); ++i)
        Q[i] += equations_->friction.wrenches()[i].template cast<S>();
}

template void FrictionOfReactions::add<double>(double, std::span<const BodyKinematics<double>>,
                                               std::span<const double>, std::span<Vec6<double>>);
template void FrictionOfReactions::add<float>(double, std::span<const BodyKinematics<float>>,
                                              std::span<const double>, std::span<Vec6<float>>);

}  // namespace momentree
