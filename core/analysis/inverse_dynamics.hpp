// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>

#include "core/analysis/actuated.hpp"
#include "core/analysis/rounding.hpp"
#include "core/analysis/watch.hpp"
#include "core/model/model.hpp"
#include "core/result.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// The instants of an analysis over time: 0, step, 2 step, ... and the end.
struct Instants {
    double duration = 0.0, step = 0.0;  ///< [s]
    Watch watch = {};                   ///< an analysis that is stopped ends with an error
};

/// A value with its sign, where its size is largest.
struct Peak {
    double value = 0.0;
    double time = 0.0;  ///< [s]
};
/// Replaces the peak if the value is larger, whatever its sign.
inline void raise(Peak& peak, double value, double time) {
    if (std::abs(value) > std::abs(peak.value)) peak = {value, time};
}
/// No peak where it is only the rounding of terms of this size, whose instant means nothing.
inline void dropRounding(Peak& peak, double scale) {
    if (withoutRounding(peak.value, scale) == 0.0) peak = {};
}

/// The effort of a motion, or of an actuated joint, over the whole time. It acts along the
/// coordinate of the motion's law.
struct EffortFigures {
    Peak effort;         ///< [N or N m], between the instants, too
    double rms = 0.0;    ///< [N or N m]
    Peak power;          ///< [W], positive if the motion drives, at the instants
    double work = 0.0;   ///< [J]
    bool unique = true;  ///< false if other motions could share it
};

/// The reaction of a joint over the whole time, at the instants.
struct ReactionFigures {
    Peak force, moment;  ///< norms, at marker B [N, N m]
    bool unique = true;  ///< false if redundant joints could share it
};

/// Efforts and reactions of a mechanism whose motions determine its movement.
struct InverseDynamics {
    std::vector<Sample> samples;              ///< at the instants
    std::vector<std::vector<double>> powers;  ///< of each motion [samples][motions] [W]
    std::vector<EffortFigures> efforts;       ///< [motions]
    /// Has the actuated joints as its motions, which all efforts belong to
    /// (`Sample::motionEfforts`, too); null if they are those of the motions.
    std::shared_ptr<const Model> actuated = nullptr;
    std::vector<ReactionFigures> reactions;  ///< [joints]
    LoadScales scales;  ///< figures below their rounding are 0, unlike in `samples`
    int redundant = 0;  ///< equations that depend on others; the norm of their multipliers is least
    /// What the equations of Newton and Euler leave over at the worst instant, relative to the
    /// largest wrench on a body.
    double residual = 0.0;
    Diagnostics warnings = {};             ///< instants near dead points, impulses
    std::optional<Diagnostic> ended = {};  ///< why the motions cannot go on to the end
};

/// Inverse dynamics: poses, velocities and accelerations follow from the motions, and so do the
/// wrenches J^T sigma = M a - b of the constraints (THEORY 7a). Where equations are redundant, the
/// least norm is taken, see `LeastNorm`. Errors as `DrivenMotion::start`; if the loops cannot
/// follow the motions to the end, the results go as far as they can.
/// @param actuated coordinates whose efforts move the mechanism instead of those of its motions,
/// which then only prescribe the movement; more than needed share by least norm. Errors as
/// `actuated`, and if they cannot hold the movement.
Result<InverseDynamics> inverseDynamics(const Model& model, const Instants& instants,
                                        std::span<const ActuatedCoordinate> actuated = {});
/// The model whose motions the efforts belong to.
inline const Model& modelOfEfforts(const Model& model, const InverseDynamics& found) {
    return found.actuated ? *found.actuated : model;
}

/// The error of an analysis that was stopped.
Diagnostic stoppedEarly();

/// 0, step, ... duration. An error if there are none, or too many.
Result<std::vector<double>> timesOf(const Instants& instants);

}  // namespace momentree
