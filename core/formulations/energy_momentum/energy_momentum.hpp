// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// Livens' principle with the midpoint discrete gradient (THEORY 6.10): absolute coordinates,
/// positions and velocities on the constraints, of order 2. Without dissipation or prescribed
/// motion the energy is kept to rounding, with springs between points and along axes too; momenta
/// that are constant stay so to rounding.
std::unique_ptr<Stepper> makeEnergyMomentum(std::shared_ptr<const Model> model,
                                            const RunSpec& spec);

}  // namespace momentree
