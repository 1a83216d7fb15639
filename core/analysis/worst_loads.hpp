// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/inverse_dynamics.hpp"

namespace momentree {

/// A complete sample with what else the loads depend on.
struct LoadInstant {
    Sample sample;
    std::vector<double> angles;  ///< of loads [Model::loadAngles], see `evaluateLoads`
};

/// The largest reaction of a joint, also between the instants.
struct WorstLoad {
    Peak force, moment;  ///< norms, at marker B [N, N m]
    LoadInstant atForce, atMoment;
    bool unique = true;  ///< false if redundant joints could share it; then that of least norm
};

/// The largest reactions of a movement.
struct WorstLoads {
    std::vector<WorstLoad> joints;         ///< [joints]
    LoadScales scales;                     ///< peaks below their rounding are 0
    std::size_t instants = 0;              ///< that were searched
    double reached = 0.0;                  ///< time of the last one [s]
    int redundant = 0;                     ///< equations that depend on others
    Diagnostics warnings = {};             ///< see `InverseDynamics`
    std::optional<Diagnostic> ended = {};  ///< why the movement does not go on to the end
};

/// A state of a movement that was computed before.
struct MotionState {
    double time = 0.0;  ///< [s]
    std::vector<BodyState> bodies;
    std::vector<double> angles;  ///< [countedAngles]
};

/// The instants of the largest force and moment of every joint of a mechanism whose motions
/// determine its movement: by golden section around the largest of the instants, each value from
/// the equations (see `inverseDynamics`, whose errors it has, too).
Result<WorstLoads> worstLoads(const Model& model, const Instants& instants);

/// The same over a run. Between two of its states, the movement is integrated from the earlier one
/// by Runge-Kutta of order 4.
/// @param states of the run in order of time
/// @param step of the integration, at most [s]
Result<WorstLoads> worstLoads(const Model& model, const std::vector<MotionState>& states,
                              double step);

}  // namespace momentree
