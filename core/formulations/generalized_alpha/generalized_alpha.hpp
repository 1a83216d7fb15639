// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The generalized-alpha rule on R^3 x SO(3) (THEORY 6.8), of order 2, which damps motions much
/// faster than the step: by `alpha-index3` with positions on the constraints, by `alpha-index2`
/// with positions and velocities.
std::unique_ptr<Stepper> makeGeneralizedAlpha(std::shared_ptr<const Model> model,
                                              const RunSpec& spec);

/// The factor per step of motions much faster than the step: RADIUS of "alpha-index2:RADIUS", 0.8
/// without one; none if it is no number from 0 to 1.
std::optional<double> spectralRadiusOf(const std::string& integrator);

}  // namespace momentree
