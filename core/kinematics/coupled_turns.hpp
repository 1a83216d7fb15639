// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/constraints.hpp"
#include "core/kinematics/counted_angles.hpp"

namespace momentree {

/// The angles of the terms of couplings along poses that satisfy the joints of the tree: functions
/// of its coordinates, as far as they determine them; other angles follow from pose to pose.
class CoupledTurns {
public:
    /// Takes the couplings to hold at the first pose: the turns of its angles are not known.
    /// @param q [nq]
    CoupledTurns(const Model& model, double t, const Eigen::VectorXd& q,
                 std::span<const BodyKinematics<double>> bodies);
    /// @param coupled the angles at the first pose to within pi [couplingTerms]
    CoupledTurns(const Model& model, double t, const Eigen::VectorXd& q,
                 std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled);

    /// Moves to another pose.
    void follow(const Model& model, double t, const Eigen::VectorXd& q,
                std::span<const BodyKinematics<double>> bodies);
    /// [couplingTerms]
    CoupledAngles angles() const { return now_; }
    /// Phi of the couplings at the first pose, if they hold there by definition; otherwise 0.
    /// Subtracts it from the rows of the closures.
    void subtractHeld(const Model& model, Eigen::VectorXd& closureRows) const;

private:
    std::vector<CountedAngle> terms_;  ///< [couplingTerms] unused for displacements
    std::vector<char> turns_;          ///< [couplingTerms]
    std::vector<double> constant_;     ///< [couplingTerms] beside the sum of the tree's coordinates
    std::vector<double> now_, held_;   ///< [couplingTerms], [couplings] or none
};

/// The angles of the terms of couplings at the first guess of a start: given and prescribed ones,
/// those that couplings determine from them, and those of the poses, with turns by which the
/// couplings hold, if there are such turns.
std::vector<double> coupledGuess(const Model& model,
                                 std::span<const BodyKinematics<double>> bodies);

/// A coordinate that a coupling determines from given and prescribed ones.
struct CoupledCoordinate {
    int joint = 0, coordinate = 0;
    double q = 0.0;  ///< with turns
};
/// Those that neither starts nor motions give.
std::vector<CoupledCoordinate> coupledCoordinates(const Model& model);

}  // namespace momentree
