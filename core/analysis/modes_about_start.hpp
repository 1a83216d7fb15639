// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/modes.hpp"

namespace momentree {

/// Small movements about the assembled start, with loads and motions as they are at t = 0.
struct ModesAboutStart {
    InitialState start;
    Linearisation linearisation;
    Modes modes;
};

/// An error if the start cannot be assembled.
Result<ModesAboutStart> modesAboutStart(const Model& model);

/// How far from an equilibrium a pose is, or from a steady motion where rolling restricts speeds:
/// the largest acceleration of a coordinate [m/s^2 or rad/s^2].
double unsteadiness(const Linearisation& about);

/// Poses over one period of a mode, enlarged, with all loops closed: at the phases
/// 2 pi k / (2 halfSteps), the joints have moved by Re(z exp(i phase)). A pose is nearer where the
/// loops do not allow more.
/// @param about the pose at rest of the linearisation
/// @param distance,angle most that joints move [m] and bodies turn [rad], to first order
std::vector<std::vector<BodyState>> posesOf(const Model& model, const std::vector<BodyState>& about,
                                            const Linearisation& linearisation, const Mode& mode,
                                            double distance, double angle, int halfSteps);

/// The size of the largest mechanism of a model in a pose [m].
double mechanismSize(const Model& model, const std::vector<BodyState>& bodies);

}  // namespace momentree
