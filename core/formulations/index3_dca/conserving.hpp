// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The index-3 divide and conquer (THEORY 6.3, 6.4) with the energy-conserving trapezoidal rule
/// (THEORY 6.5), of order 2: constraints do no work over a step of any length, so that without
/// dissipation or prescribed motion energy is conserved to the tolerance of Newton's method, except
/// for springs, whose error is of second order. Accelerations and reactions of samples are computed
/// from their state.
template <typename S>
std::unique_ptr<Stepper> makeIndex3Conserving(std::shared_ptr<const Model> model,
                                              const RunSpec& spec);

}  // namespace momentree
