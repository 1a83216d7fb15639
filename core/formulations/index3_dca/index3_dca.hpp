// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The index-3 augmented-Lagrangian divide and conquer [Index3], generalised (THEORY 6.3, 6.4):
/// absolute coordinates of every body, all joints and loops, any number of joints on a body,
/// redundant constraints, prescribed motions and compliant loads. The spec gives the rule
/// (`trapezoidal`, see conserving.hpp, or `newmark`, that of the source), Newton settings, penalty,
/// projections, threads and precision.
std::unique_ptr<Stepper> makeIndex3Dca(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree
