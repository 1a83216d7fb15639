// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/body_kinematics.hpp"
#include "core/model/exchange.hpp"

namespace momentree {

/// External wrench on every body about its centre of mass, world axes: gravity, springs, dampers,
/// joint loads, applied loads, drag, bushings, elastic couplings (THEORY 11). Does not allocate.
/// @param angles [Model::loadAngles] angles of torsion springs, and of what laws of state measure,
/// to within pi, then the states of controllers, see `Turns`
/// @param Q [bodies] overwritten, [f; n] [N; N m]
template <typename S>
void evaluateLoads(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                   std::span<const double> angles, std::span<Vec6<S>> Q);

/// Sets the powers and energies of all loads, the first of `out`; without friction of reactions.
/// Does not allocate.
/// @param out in the order of `ExchangeOrder`
void exchangesOf(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
                 std::span<const double> angles, std::span<Exchange> out);
/// Power of the loads without what their potentials give: of applied loads, laws, motors, friction,
/// dampers, drag [W].
double activePower(const Model& model, std::span<const Exchange> exchanges);

/// Efforts of elastic couplings along the coordinates of their terms. Does not allocate.
/// @param angles as in `evaluateLoads`
/// @param out [Model::elasticTerms]
void elasticEfforts(const Model& model, std::span<const BodyKinematics<double>> bodies,
                    std::span<const double> angles, std::span<double> out);

struct Energy {
    double kinetic = 0.0;  ///< [J]
    double potential =
        0.0;  ///< gravity (zero at the world origin), springs with their curves and so on [J]
};
/// @param angles as in `evaluateLoads`
Energy energyOf(const Model& model, std::span<const BodyKinematics<double>> bodies,
                std::span<const double> angles);

}  // namespace momentree
