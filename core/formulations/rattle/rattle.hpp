// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// RATTLE on R^3 x SO(3) (THEORY 6.9): the variational integrator of Newton's and Euler's equations
/// with positions and velocities on the constraints, of order 2. Symplectic, so that without
/// dissipation or prescribed motion the energy stays near its start over any number of steps;
/// momenta that are constant stay so to rounding.
std::unique_ptr<Stepper> makeRattle(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree
