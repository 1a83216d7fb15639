// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// The index-3 divide and conquer (THEORY 6.3, 6.4) on the trapezoidal rule in the form that
/// conserves energy (THEORY 6.5), of order 2: constraints do no work over a step, whatever its
/// length, so that without dissipation or prescribed motion energy is kept to the tolerance of
/// Newton's method but for springs, whose error is of second order. Samples complete themselves
/// with accelerations and reactions of their state.
template <typename S>
std::unique_ptr<Stepper> makeIndex3Conserving(std::shared_ptr<const Model> model,
                                              const RunSpec& spec);

}  // namespace momentree
