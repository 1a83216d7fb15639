// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The sizes of the separate mechanisms of a model, by which lengths and angles become comparable.
/// Bodies belong to one mechanism if joints or closures connect them without ground.
struct MechanismScales {
    /// [tree bodies] the mechanism of each, -1 for those that cannot move
    std::vector<int> ofBody;
    /// [mechanisms] half the diagonal of the box around the joints [m]
    std::vector<double> size;
    /// The same for bodies that cannot move by themselves, such as a door that is driven [m]
    double rest = 1.0;
    std::vector<int> ofRow;  ///< [closureRows] the mechanism, -1 between bodies that cannot move
    Eigen::VectorXd row;     ///< [closureRows] factors: 1/size for lengths, 1 for angles
    Eigen::VectorXd speed;   ///< [nu] units: size for translations, 1 for rotations

    /// The size of a mechanism; -1 for what cannot move.
    double of(int mechanism) const {
        return mechanism < 0 ? rest : size[static_cast<std::size_t>(mechanism)];
    }
    /// The mechanism of one of a joint's bodies, -1 if none can move.
    int mechanismOf(const Model& model, const JointElement& joint) const;
    /// Its size.
    double sizeOf(const Model& model, const JointElement& joint) const;
    /// [constraintRows] like `row`, for all constraints
    Eigen::VectorXd ofConstraints(const Model& model) const;
    /// The size of the largest mechanism, or of what cannot move if there is none.
    double largest() const;
    /// The largest norm of a mechanism's rows [closureRows]; rows between bodies that cannot move
    /// count as one mechanism.
    double largestNorm(const Eigen::VectorXd& rows) const;
};

MechanismScales mechanismScales(const Model& model, std::span<const BodyKinematics<double>> bodies);

/// Pairs of bodies that couplings connect: all bodies of a coupling's joints.
std::vector<std::pair<int, int>> coupledBodies(const Model& model);

/// Whether each speed of a joint is a translation.
std::array<bool, 6> translations(const Joint& joint);

}  // namespace momentree
