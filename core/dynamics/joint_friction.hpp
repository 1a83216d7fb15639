// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/constrained_motion.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Friction of axial loads that the reactions of joints cause (`Friction::ofReaction`), consistent
/// with the motion that it takes part in: reactions are linear in the friction, so that one
/// solution for each of these loads and Newton's method on their efforts give both (THEORY 7b).
template <typename S>
class JointFriction {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;

    explicit JointFriction(const Model& model);
    bool empty() const { return parts_.empty(); }

    /// Adds friction to accelerations and multipliers of the motion without it. They are not
    /// numbers where no friction or more than one is consistent: the joint jams. Does not allocate.
    /// @param terms [constraints], those of the factorised `motion`
    /// @param a [bodies]
    /// @param sigma [constraintRows]
    void apply(std::span<const BodyKinematics<S>> bodies, std::span<const ConstraintTerms<S>> terms,
               ConstrainedMotion<S>& motion, std::span<Vec6<S>> a, VectorX& sigma);
    /// [bodies] of the last `apply`, about the centres of mass, world axes; empty without friction.
    std::span<const Vec6<S>> wrenches() const { return wrenches_; }
    double power() const { return power_; }  ///< of the last `apply` [W]
    /// Adds it to the exchanges of the axial loads.
    void addPowers(std::span<Exchange> axialLoads) const;

private:
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    /// One such load, at the present state.
    struct Part {
        int load = 0;
        std::vector<int> constraints;  ///< of the reaction
        S level = S(0);                ///< effort for a unit of normal force
        S rate = S(0);
        Vec3<S> z;                ///< axis of the joint
        std::vector<Vec6<S>> b;   ///< [bodies] wrenches of a unit of effort
        std::vector<Vec6<S>> a;   ///< [bodies] accelerations by it
        VectorX sigma;            ///< [constraintRows] multipliers by it
        std::vector<Vec6<S>> by;  ///< [parts] reaction by a unit of effort of each
        Vec6<S> without, now;     ///< reactions: without friction, and with it
    };
    void place(Part& part, std::span<const BodyKinematics<S>> bodies) const;
    Vec6<S> reactionOf(const Part& part, std::span<const BodyKinematics<S>> bodies,
                       std::span<const ConstraintTerms<S>> terms, const VectorX& sigma) const;
    bool solve();
    S eliminate();

    const Model& model_;
    std::vector<Part> parts_;
    std::vector<Vec6<S>> wrenches_;
    MatrixX matrix_;
    VectorX effort_, change_, still_;
    double power_ = 0.0;
};

/// The normal force of a reaction, for a torque times the radius of its pin.
/// @param reaction on B of the joint at the origin of its marker B, world axes
/// @param z axis of the joint, world axes
double normalForceOf(const AxialLoad& load, const Vec6<double>& reaction, const Vector3d& z);
/// Adds the same friction to loads where reactions are known.
/// @param sample with reactions
/// @param Q [bodies]
void addFriction(const Model& model, std::span<const BodyKinematics<double>> bodies,
                 const Sample& sample, std::span<Vec6<double>> Q);

template <typename S>
class NewtonEuler;

/// The same for formulations that have loads and no reactions.
class FrictionOfReactions {
public:
    explicit FrictionOfReactions(const Model& model);
    FrictionOfReactions(FrictionOfReactions&&) noexcept;
    ~FrictionOfReactions();
    /// Whether the model has such friction.
    bool acts() const { return equations_ != nullptr; }
    /// To be called at the start.
    void hold(const ClosureStructure& structure);
    /// Adds friction to the loads of this state.
    /// @param angles as in `evaluateLoads`
    /// @param Q [bodies]
    template <typename S>
    void add(double t, std::span<const BodyKinematics<S>> bodies, std::span<const double> angles,
             std::span<Vec6<S>> Q);

private:
    std::unique_ptr<NewtonEuler<double>> equations_;  ///< null without such friction
    std::vector<BodyKinematics<double>> bodies_;
};

}  // namespace momentree
