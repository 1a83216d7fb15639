// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The index-3 divide and conquer with the rule of [Index3]: trapezoidal for positions and
/// velocities, with the equations of motion at the end of each step (THEORY 6.3, 6.4), of order 2.
template <typename S>
std::unique_ptr<Stepper> makeIndex3Newmark(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree
