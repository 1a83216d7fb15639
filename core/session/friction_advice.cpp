// SPDX-License-Identifier: Apache-2.0
#include "core/session/friction_advice.hpp"

#include "core/dynamics/observer.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Multipliers without effect on any body, in columns; where lengths are rounded, those with the
/// least effect. Moments are compared with forces by the radius of gyration.
/// @param count of them
Eigen::MatrixXd idleMultipliers(const Model& model, std::span<const ConstraintTerms<double>> terms,
                                Eigen::Index count) {
    const double radius = radiusOfGyration(model);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6 * std::ssize(model.bodies), model.constraintRows);
    Eigen::VectorXd unit = Eigen::VectorXd::Ones(model.constraintRows);
    for (std::size_t k = 0; k < model.constraints.size(); ++k) {
        const Constraint& c = model.constraints[k];
        if (c.isAngle()) unit[c.firstRow] = radius;
        for (const auto& [body, rows] :
             {std::pair(c.bodyA, &terms[k].J_a), {c.bodyB, &terms[k].J_b}}) {
            if (body == ground) continue;
            Eigen::MatrixXd block = rows->transpose() * unit[c.firstRow];
            block.bottomRows<3>() /= radius;
            A.block(6 * Eigen::Index{body}, c.firstRow, 6, c.rows()) += block;
        }
    }
    return unit.asDiagonal() * leastRightVectors(A, count);
}

}  // namespace

void adviseForReactions(const Model& model, const InitialState& initial, Diagnostics& warnings) {
    if (!FrictionOfReactions(model).acts()) return;
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
    std::vector<double> ofLoads(model.loadAngles(), 0.0);
    const CountedAngles counted = countedAngles(model);
    anglesOfLoads(counted, anglesOf(counted, initial), ofLoads);
    NewtonEuler<double> equations(model);
    const ClosureStructure structure = closureStructure(model, initial.bodies);
    equations.hold(structure);
    equations.evaluate(initial.time, bodies, ofLoads, 0.0);
    const Eigen::MatrixXd idle = idleMultipliers(
        model, equations.terms, model.tree.closureRows - structure.ranks.startRank());
    Sample sample;
    sample.resize(model);
    const auto normalForce = [&](const AxialLoad& load, const Eigen::VectorXd& sigma) {
        writeReactions(model, bodies, equations.terms, sigma, sample);
        const Vector3d z = markerKinematics<double>(load.A, bodies).R.col(2);
        return normalForceOf(
            load, sample.joints[toIndex(load.characteristic.friction.joint)].reaction, z);
    };
    constexpr double share = 1e-3, leastChange = 1e-5;
    for (const AxialLoad& load : model.axialLoads) {
        if (!load.characteristic.friction.ofReaction()) continue;
        const double own = normalForce(load, equations.sigma);
        bool ambiguous = false;
        // A small part of each idle multiplier must not change the force to first order.
        for (Eigen::Index k = 0; k < idle.cols() && !ambiguous; ++k) {
            const double step = share * (equations.sigma.norm() + 1.0);
            const Eigen::VectorXd more = step * idle.col(k);
            const double change = normalForce(load, equations.sigma + more) -
                                  normalForce(load, equations.sigma - more);
            ambiguous = std::abs(change) > leastChange * step ||
                        (own == 0.0 && normalForce(load, more) > leastChange * step);
        }
        if (ambiguous)
            warnings.push_back(warning(
                Place::force(load.name),
                MOMENTREE_TEXT(
                    "friction-not-unique",
                    "redundant joints share the normal force in '%1': its part, and this "
                    "friction, is one of many that are possible; free some of their "
                    "directions")(model.joints[toIndex(load.characteristic.friction.joint)].name)));
    }
}

}  // namespace momentree
