// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>

#include "core/diagnostic.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Below this, no step is advised: something else is wrong [s].
constexpr double shortestAdvice = 1e-12;

/// 1, 2 or 5 times a power of ten, at most `step`.
double roundedDown(double step);

/// The longest steps that the loads of a model allow an explicit method [s].
struct LoadLimits {
    double vibration = std::numeric_limits<double>::infinity();
    double decay = std::numeric_limits<double>::infinity();

    double least() const { return std::min(vibration, decay); }
    /// Whether a strong damper, and nothing else, would make the steps so short that the run takes
    /// longer than its motion.
    bool stiff() const;
};
LoadLimits loadLimits(const Model& model);

/// The default step of a run [s]: `usual`, or less if the stiffest spring, the strongest damper or
/// the fall of small bodies requires it; 1, 2 or 5 times a power of ten.
/// @param implicit whether the method stays stable past a strong damper
double defaultStep(const Model& model, const LoadLimits& limits, double usual,
                   bool implicit = false);

/// The fastest turn of a body or of a joint [rad/s].
double fastestTurn(const Model& model, std::span<const BodyState> bodies);

/// The longest round step in which an integrator resolves a speed well [s].
double stepForTurn(const std::string& integrator, double speed);

/// Warns of a fixed step in which a body or a joint turns by more than 0.2 rad at the start (0.02
/// rad for integrators of order 1 or 2), and names one that is short enough.
void adviseStep(const Model& model, const InitialState& initial, const RunSpec& spec,
                Diagnostics& warnings);

}  // namespace momentree
